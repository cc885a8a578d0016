/** Columns that are read; of others only the number is told. */
export const maxColumns = 100
/** A header with more columns than this is no table. */
export const maxKnownColumns = 2_000_000
/** Text formats are read from the start; no further than this many bytes, unpacked. */
export const maxScanBytes = 64 * 1024 * 1024
/** One record of a text format. */
export const maxRecordBytes = 16 * 1024 * 1024
/** Rows that tell the columns of a text format, and their types. */
export const sampleRows = 500
/** Parquet rows that are decoded at once, by the sizes that the file tells. */
export const maxDecodedBytes = 96 * 1024 * 1024
/** Characters of a text in a cell. */
export const maxCellText = 2_000
/** Items of a list, keys of an object. */
export const maxCellItems = 30
export const maxCellDepth = 6
/** Of an answer, about. */
export const maxAnswerBytes = 4 * 1024 * 1024
/** Pictures and sounds that are sent along. */
export const maxMediaBytes = 384 * 1024
/** Files of one split that are looked at. */
export const maxFiles = 200
