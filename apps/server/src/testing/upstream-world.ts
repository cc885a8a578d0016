import { createRepo, type WithContent } from '@portolan/hub'
import { type MockUpstream, openMockUpstream } from './mock-upstream.ts'
import { openTestServer, type TestServer, type TestUser } from './open-test-server.ts'

/** A server with ada, who owns the models, and eve; and an upstream that can serve models. */
export interface UpstreamWorld extends AsyncDisposable {
  readonly server: TestServer
  readonly mock: MockUpstream
  readonly ada: TestUser
  readonly eve: TestUser
}

export async function openUpstreamWorld(database: 'sqlite' | 'postgres' = 'sqlite'): Promise<UpstreamWorld> {
  const server = await openTestServer({ database })
  const mock = await openMockUpstream()
  const ada = await server.addUser('ada')
  const eve = await server.addUser('eve')
  return {
    server,
    mock,
    ada,
    eve,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await mock[Symbol.asyncDispose]()
    },
  }
}

/** Adds a model owned by ada. @param task the task on its card; without it the model has no card */
export async function addModel(
  { server, ada }: Pick<UpstreamWorld, 'server' | 'ada'>,
  name: string,
  { task, visibility = 'public' }: { readonly task?: string; readonly visibility?: 'public' | 'private' } = {},
): Promise<WithContent> {
  const files = task === undefined ? [] : [{ path: 'README.md', content: Buffer.from(`---\npipeline_tag: ${task}\n---\n`) }]
  return createRepo(server.hub, ada.actor, { type: 'model', name, visibility, files })
}
