// Keeps a page up to date. Without this script a page shows the state of the moment when it was loaded.
"use strict";
(() => {
  const address = document.body.dataset.live;
  if (!address || !window.EventSource) return;
  const marks = { ".": "waiting", ">": "running", "#": "done", o: "requested", "+": "repeating", "!": "failed" };
  const connection = document.getElementById("connection");
  const element = (id) => document.getElementById(id);

  function put(node, text) {
    if (node && node.textContent !== text) node.textContent = text;
  }

  function setState(node, state) {
    if (!node || node.textContent === state) return;
    node.textContent = state;
    node.className = "state " + state;
  }

  function duration(seconds) {
    const whole = Math.max(0, Math.round(seconds));
    const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
    if (hours > 0) return `${hours} h ${minutes} min`;
    return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`;
  }

  function count(number, word) {
    return `${number} ${word}${number === 1 ? "" : "s"}`;
  }

  // Loads the page again and takes over its content. What somebody types into a form is not taken away.
  let isLoading = false;
  async function reload() {
    const active = document.activeElement;
    if (isLoading || (active && ["INPUT", "TEXTAREA", "SELECT"].includes(active.tagName))) return;
    if (document.querySelector("main details[open]")) return;
    isLoading = true;
    try {
      const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
      if (!answer.ok) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const focused = active && active.closest("main") && active.getAttribute("href");
      element("main").replaceWith(page.getElementById("main"));
      if (focused) [...document.querySelectorAll("main a")].find((a) => a.getAttribute("href") === focused)?.focus();
    } catch {
      // The stream says that the server is away.
    } finally {
      isLoading = false;
    }
  }

  function showOverview(overview) {
    const rows = new Map([...document.querySelectorAll("[data-job]")].map((row) => [row.dataset.job, row]));
    const isList = rows.size > 0 || document.querySelector("nav a[aria-current]");
    let isOther = false;
    if (isList) {
      isOther = rows.size !== overview.jobs.length;
      for (const job of overview.jobs) {
        const row = rows.get(job.id);
        if (!row) {
          isOther = true;
          continue;
        }
        setState(row.querySelector("[data-field=state]"), job.state);
        for (const [name, text] of Object.entries(job.words)) put(row.querySelector(`[data-field=${name}]`), text);
      }
    }
    const queues = JSON.stringify(overview.queues);
    if (showOverview.queues !== undefined && showOverview.queues !== queues) isOther = true;
    showOverview.queues = queues;
    if (isOther) reload();
  }

  function showPace(pace) {
    put(element("activity"), pace.activity + (pace.pass > 0 ? `, pass ${pace.pass}` : ""));
    put(element("progress"), `${Math.round(pace.fraction * 100)} %`);
    if (element("bar")) element("bar").value = pace.fraction * 100;
    put(element("workers"), String([...pace.strip].filter((letter) => letter === ">" || letter === "+").length));
    put(element("rate"), pace.framesPerSecond === undefined ? "" : `${pace.framesPerSecond.toFixed(1)} frames/s`);
    put(element("remaining"), pace.remainingSeconds === undefined ? "" : duration(pace.remainingSeconds));
    put(element("bits"), pace.bitsPerSecond === undefined ? "" : `${Math.round(pace.bitsPerSecond / 1000)} kbit/s`);
    put(element("repeated"), count(pace.repeatedRanges, "range"));
    const strip = element("strip");
    const boxes = strip ? strip.children : [];
    if (boxes.length !== pace.strip.length) return reload();
    const counts = {};
    [...pace.strip].forEach((letter, index) => {
      const name = marks[letter] || "waiting";
      counts[name] = (counts[name] || 0) + 1;
      if (boxes[index].getAttribute("class") === name) return;
      boxes[index].setAttribute("class", name);
      boxes[index].querySelector("title").textContent = `range ${index}: ${name}`;
    });
    const words = Object.values(marks).filter((name) => counts[name]);
    put(element("strip-words"), words.map((name) => `${counts[name]} ${name}`).join(", "));
  }

  function showEntry(entry) {
    const words = [entry.type];
    if (entry.stage) words.push(entry.stage);
    if (entry.pass > 0) words.push(`pass ${entry.pass}`);
    if (entry.ranges && entry.ranges.length > 0) words.push(`range ${entry.ranges.slice(0, 8).join(", ")}`);
    if (entry.count !== undefined) words.push(count(entry.count, "range"));
    if (entry.exit) words.push(entry.exit);
    if (entry.cost) words.push(duration(entry.cost.wallSeconds));
    if (entry.text) words.push(entry.text);
    const [line, time] = [document.createElement("li"), document.createElement("time")];
    time.textContent = new Date(entry.time * 1000).toISOString().replace(/\.\d+Z$/, "Z");
    line.append(time, " " + words.join(" · "));
    const list = element("events");
    if (!list) return;
    list.prepend(line);
    while (list.children.length > 200) list.lastElementChild.remove();
    if (["resolved", "planned", "waveBegan", "waveEnded", "finished", "failed"].includes(entry.type)) {
      setTimeout(reload, 1000);
    }
  }

  const source = new EventSource(address);
  source.onopen = () => put(connection, "live");
  source.onerror = () => put(connection, "The server does not answer; trying again.");
  source.addEventListener("overview", (event) => showOverview(JSON.parse(event.data)));
  source.onmessage = (event) => {
    const entry = JSON.parse(event.data);
    if (entry.pace) showPace(entry.pace);
    else showEntry(entry);
  };
})();
