export { countClone, countDownload, countsAsDownload, downloadHistory, flushDownloads, rollDownloads } from './downloads.ts'
