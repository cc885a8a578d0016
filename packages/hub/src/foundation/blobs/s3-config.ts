/** A bucket of an S3-compatible store, and how to access it. */
export interface S3Config {
  readonly bucket: string
  /** Endpoint of the store: `https://s3.example.org`. `null`: Amazon's, by region. */
  readonly endpoint: string | null
  readonly region: string
  /** `null`: whatever the AWS SDK finds (its variables, its files, the machine's role). */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null
  /** Prefix of every key: empty, or a folder such as `hub/`. */
  readonly prefix: string
  /** `bucket` in the path instead of the host name: most stores other than Amazon's need this. */
  readonly pathStyle: boolean
  /** Which transfers may bypass the hub, through presigned URLs. */
  readonly presign: 'off' | 'downloads' | 'uploads' | 'both'
  /** The store's public endpoint for clients, if it differs from the hub's. */
  readonly publicEndpoint: string | null
  /** How long the store may stay silent, before its answer and within it, until the request fails. Milliseconds. */
  readonly timeoutMs: number
}
