import {
  type Actor,
  type CommitOperation,
  createCommit,
  createOrg,
  createRepo,
  type CreateRepo,
  createUser,
  insertAccessToken,
  loadActor,
  type Repo,
  setMemberRole,
  type UserActor,
  type WithContent,
} from '@portolan/hub'
import { type RunningTestServer, startTestServer, type TestServerOptions } from './start-test-server.ts'

/** Callers in tests: `root` administers the hub, `ada` owns things, `eve` is a stranger, `mia` has the role `read` in ada's organization `fleet`. */
export type Caller = 'root' | 'ada' | 'eve' | 'mia'

export interface TestApp extends RunningTestServer {
  readonly actors: Readonly<Record<Caller, UserActor>>
  readonly tokens: Readonly<Record<Caller, string>>
  /** Calls the app; `as` sends that caller's write token, `json` a JSON body. */
  call(path: string, options?: CallOptions): Promise<Response>
  addRepo(input: Omit<CreateRepo, 'files'> & { files?: Readonly<Record<string, string>>; by?: Actor }): Promise<WithContent>
  commit(repo: Repo, operations: readonly CommitOperation[], revision?: string): Promise<string>
}

export interface CallOptions {
  /** A caller's name, or any token. */
  readonly as?: string
  readonly method?: string
  readonly json?: unknown
  readonly body?: string | Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}

const callers: readonly Caller[] = ['root', 'ada', 'eve', 'mia']

/** A server with its own hub, four users, and an organization; its app is called without a connection. */
export async function openTestApp(options: TestServerOptions = {}): Promise<TestApp> {
  const server = await startTestServer(options)
  const { app, hub } = server
  const actors: Partial<Record<Caller, UserActor>> = {}
  const tokens: Partial<Record<Caller, string>> = {}
  for (const name of callers) {
    const account = await createUser(hub, { name, password: null, email: `${name}@example.org` })
    tokens[name] = (await insertAccessToken(hub, account.id, name, { name: 'test', role: 'write' })).token
    actors[name] = (await loadActor(hub.db.read, account.id, null)) as UserActor
  }
  const ada = actors.ada as UserActor
  await createOrg(hub, ada, { name: 'fleet' })
  actors.ada = (await loadActor(hub.db.read, ada.userId, null)) as UserActor
  await setMemberRole(hub, actors.ada, 'fleet', 'mia', 'read')
  const owner = actors.ada
  return {
    ...server,
    actors: actors as Record<Caller, UserActor>,
    tokens: tokens as Record<Caller, string>,
    call: async (path, { as, method = 'GET', json, body, headers = {} } = {}) =>
      app.request(path.startsWith('http') ? path : `http://localhost${path}`, {
        method,
        headers: {
          ...(as === undefined ? {} : { authorization: `Bearer ${tokens[as as Caller] ?? as}` }),
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(json === undefined ? (body === undefined ? {} : { body: body as string }) : { body: JSON.stringify(json) }),
      }),
    addRepo: ({ files = {}, by = owner, ...input }) =>
      createRepo(hub, by, { ...input, files: Object.entries(files).map(([path, content]) => ({ path, content: Buffer.from(content) })) }),
    commit: async (repo, operations, revision = 'main') =>
      (await createCommit(hub, owner, repo, { revision, summary: 'a change', operations })).commitOid,
  }
}

/** A file as a commit operation. */
export function file(path: string, content: string): CommitOperation {
  return { kind: 'file', path, content: Buffer.from(content) }
}
