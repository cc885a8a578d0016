export {
  countClone,
  countDownload,
  countsAsDownload,
  downloadHistories,
  downloadHistory,
  flushDownloads,
  rollDownloads,
} from './downloads.ts'
