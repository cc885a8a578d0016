export { type DataConfig, dataConfigs, type DataModule, type DataSplit } from './data-files.ts'
export {
  findPlace,
  type FoundPlace,
  previewConfigs,
  previewLimits,
  type PreviewPlace,
  previewRows,
  previewSearch,
  previewStatistics,
} from './preview.ts'
export * from './table-reader.ts'
