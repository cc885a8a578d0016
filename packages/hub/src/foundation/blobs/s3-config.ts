/** A bucket of an S3-compatible store, and how to get into it. */
export interface S3Config {
  readonly bucket: string
  /** Address of the store: `https://s3.example.org`. `null`: Amazon's, by region. */
  readonly endpoint: string | null
  readonly region: string
  /** `null`: what the AWS SDK finds by itself (its variables, its files, the role of the machine). */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null
  /** What every key begins with: empty, or a folder such as `hub/`. */
  readonly prefix: string
  /** `bucket` in the path instead of the host name: what most stores other than Amazon's want. */
  readonly pathStyle: boolean
  /** Which transfers may go past the hub, by signed addresses. */
  readonly presign: 'off' | 'downloads' | 'uploads' | 'both'
  /** The store's address as clients reach it, when it is another than the hub's. */
  readonly publicEndpoint: string | null
}
