export { advertiseFetch, answerUploadPack, gitAgent, type UploadAnswer, uploadRequestLimits } from './upload-pack.ts'
export { endFetches } from './end-fetches.ts'
