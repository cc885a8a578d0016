export { countDownload, countsAsDownload, downloadHistory, flushDownloads, rollDownloads } from './downloads.ts'
