/** Reads the tables of datasets in processes with limits. */
export { openTableReader, type TableReaderOptions } from './table-processes.ts'
