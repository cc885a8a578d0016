export type { BlobStore, StoredBlob } from './blob-store.ts'
export { type DiskState, diskState, holdBallast } from './disk-reserve.ts'
export { BucketProblem } from './s3-bucket.ts'
export type { S3Config } from './s3-config.ts'
