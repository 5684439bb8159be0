/// scaling_list_data() of ISO/IEC 23008-2 7.3.4: read for its length.
enum ScalingLists {
    static func skip(_ bits: inout BitReader) throws(BitstreamError) {
        for sizeID in 0..<4 {
            for matrix in stride(from: 0, to: 6, by: sizeID == 3 ? 3 : 1) {
                guard try bits.flag("scaling_list_pred_mode_flag") else {
                    _ = try bits.unsigned("scaling_list_pred_matrix_id_delta", atMost: UInt32(matrix))
                    continue
                }
                if sizeID > 1 { _ = try bits.signed("scaling_list_dc_coef_minus8") }
                for _ in 0..<min(64, 1 << (4 + sizeID << 1)) { _ = try bits.signed("scaling_list_delta_coef") }
            }
        }
    }
}
