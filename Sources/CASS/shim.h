#pragma once
#include <ass/ass.h>
#include <dlfcn.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// libass, loaded only by those who draw subtitles: with what it needs itself it is a dozen libraries.
typedef struct granary_ass {
    int (*version)(void);
    ASS_Library *(*library_init)(void);
    void (*library_done)(ASS_Library *);
    void (*set_message_cb)(ASS_Library *, void (*)(int, const char *, va_list, void *), void *);
    void (*add_font)(ASS_Library *, const char *, const char *, int);
    ASS_Renderer *(*renderer_init)(ASS_Library *);
    void (*renderer_done)(ASS_Renderer *);
    void (*set_frame_size)(ASS_Renderer *, int, int);
    void (*set_storage_size)(ASS_Renderer *, int, int);
    void (*set_pixel_aspect)(ASS_Renderer *, double);
    void (*set_fonts)(ASS_Renderer *, const char *, const char *, int, const char *, int);
    ASS_Track *(*new_track)(ASS_Library *);
    void (*free_track)(ASS_Track *);
    void (*process_codec_private)(ASS_Track *, char *, int);
    void (*process_chunk)(ASS_Track *, char *, int, long long, long long);
    ASS_Image *(*render_frame)(ASS_Renderer *, ASS_Track *, long long, int *);
} granary_ass;

// Loads libass; returns 0 if it is not installed. To be called once.
static inline int granary_load_ass(granary_ass *ass) {
    void *library = dlopen("libass.so.9", RTLD_NOW | RTLD_LOCAL);
    if (!library) return 0;
    *(void **)&ass->version = dlsym(library, "ass_library_version");
    *(void **)&ass->library_init = dlsym(library, "ass_library_init");
    *(void **)&ass->library_done = dlsym(library, "ass_library_done");
    *(void **)&ass->set_message_cb = dlsym(library, "ass_set_message_cb");
    *(void **)&ass->add_font = dlsym(library, "ass_add_font");
    *(void **)&ass->renderer_init = dlsym(library, "ass_renderer_init");
    *(void **)&ass->renderer_done = dlsym(library, "ass_renderer_done");
    *(void **)&ass->set_frame_size = dlsym(library, "ass_set_frame_size");
    *(void **)&ass->set_storage_size = dlsym(library, "ass_set_storage_size");
    *(void **)&ass->set_pixel_aspect = dlsym(library, "ass_set_pixel_aspect");
    *(void **)&ass->set_fonts = dlsym(library, "ass_set_fonts");
    *(void **)&ass->new_track = dlsym(library, "ass_new_track");
    *(void **)&ass->free_track = dlsym(library, "ass_free_track");
    *(void **)&ass->process_codec_private = dlsym(library, "ass_process_codec_private");
    *(void **)&ass->process_chunk = dlsym(library, "ass_process_chunk");
    *(void **)&ass->render_frame = dlsym(library, "ass_render_frame");
    return ass->version && ass->library_init && ass->library_done && ass->set_message_cb && ass->add_font
        && ass->renderer_init && ass->renderer_done && ass->set_frame_size && ass->set_storage_size
        && ass->set_pixel_aspect && ass->set_fonts && ass->new_track && ass->free_track && ass->process_codec_private
        && ass->process_chunk && ass->render_frame;
}

// What libass says about characters that no font has; all else that it says is dropped.
typedef struct granary_missing {
    uint32_t characters[16];
    int count;
} granary_missing;

static void granary_ass_message(int level, const char *format, va_list arguments, void *data) {
    (void)level;
    granary_missing *missing = data;
    if (!strstr(format, "failed to find any fallback with glyph 0x%X")
        && strncmp(format, "Glyph 0x%X not found in font", 28) != 0)
        return;
    uint32_t character = va_arg(arguments, uint32_t);
    for (int i = 0; i < missing->count; i++)
        if (missing->characters[i] == character) return;
    if (missing->count < 16) missing->characters[missing->count++] = character;
}

// Notes missing characters of a library from now on. `missing` must live as long as the library.
static inline void granary_note_missing(const granary_ass *ass, ASS_Library *library, granary_missing *missing) {
    ass->set_message_cb(library, granary_ass_message, missing);
}

// The character with this number among those that were noted.
static inline uint32_t granary_missing_character(const granary_missing *missing, int index) {
    return missing->characters[index];
}
