export * from './accept-upload.ts'
export * from './lfs-batch.ts'
export { acceptPart, completeUpload, findPart, sweepUploads } from './multipart-upload.ts'
export * from './sign-link.ts'
