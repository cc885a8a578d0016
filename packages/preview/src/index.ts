/** Reads dataset tables in resource-limited processes. */
export { openTableReader, type TableReaderOptions } from './table-processes.ts'
