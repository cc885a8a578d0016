import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { startPostgres, type TestPostgres } from '../../../scripts/test/postgres.ts'
import { startS3, type TestS3 } from '../../../scripts/test/s3-server.ts'
import { bootHub, type BootedHub } from '../../support/booted-hub.ts'

const bucket = 'chaos'

/** Several servers on one Postgres and one S3 server, all of which can be killed. */
export interface Cluster extends AsyncDisposable {
  readonly hubs: readonly BootedHub[]
  readonly postgres: TestPostgres
  readonly s3: TestS3
  /** What the servers are set to, for commands on the same hub. */
  readonly settings: Readonly<Record<string, string>>
}

/** @param tools folders with the programs of Postgres and of the S3 server */
export async function startCluster(servers: number, tools: { postgres: string; s3: string }): Promise<Cluster> {
  await using stack = new AsyncDisposableStack()
  const postgres = await startPostgres(tools.postgres)
  stack.defer(() => postgres.stop())
  const s3 = await startS3(tools.s3)
  stack.defer(() => s3.stop())
  const { username, password, origin } = new URL(s3.url)
  const credentials = { accessKeyId: username, secretAccessKey: password }
  const client = new S3Client({ region: 'us-east-1', endpoint: origin, forcePathStyle: true, credentials })
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  client.destroy()
  const settings = {
    PORTOLAN_DATABASE_URL: postgres.url,
    PORTOLAN_DATABASE_TIMEOUT_SECONDS: '5',
    PORTOLAN_S3_BUCKET: bucket,
    PORTOLAN_S3_ENDPOINT: origin,
    PORTOLAN_S3_ACCESS_KEY_ID: username,
    PORTOLAN_S3_SECRET_ACCESS_KEY: password,
    PORTOLAN_S3_TIMEOUT_SECONDS: '10',
    PORTOLAN_FILE_RATE_LIMIT: '0',
    PORTOLAN_WEBHOOK_REACH: 'any',
    PORTOLAN_ENGINE: 'off',
  }
  const hubs: BootedHub[] = []
  // One after the other: the first creates the tables and the administrator.
  for (let i = 0; i < servers; i++) hubs.push(stack.use(await bootHub(settings)))
  const started = stack.move()
  return { hubs, postgres, s3, settings, [Symbol.asyncDispose]: () => started.disposeAsync() }
}
