/** Columns that are read; of the rest only the number is reported. */
export const maxColumns = 100
/** A header with more columns than this is not a table. */
export const maxKnownColumns = 2_000_000
/** Text formats are read from the start, up to this many unpacked bytes. */
export const maxScanBytes = 64 * 1024 * 1024
/** Size of one record of a text format. */
export const maxRecordBytes = 16 * 1024 * 1024
/** Rows used to infer the columns of a text format and their types. */
export const sampleRows = 500
/** Parquet data decoded at once, by the sizes declared in the file. */
export const maxDecodedBytes = 96 * 1024 * 1024
/** Characters of text in a cell. */
export const maxCellText = 2_000
/** Items of a list, keys of an object. */
export const maxCellItems = 30
export const maxCellDepth = 6
/** Approximate size of an answer. */
export const maxAnswerBytes = 4 * 1024 * 1024
/** Size of pictures and sounds sent along. */
export const maxMediaBytes = 384 * 1024
/** Files per split that are considered. */
export const maxFiles = 200
