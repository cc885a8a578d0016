import { createRepo, type HubConfig, type WithContent } from '@portolan/hub'
import { type GitClient, gitUrl, openGitClient } from './git-client.ts'
import { openTestServer, type TestServer, type TestUser } from './open-test-server.ts'

/** A server with ada and her model `ada/tides`, and bob, who has no access to it. The hub's administrator is a third account. */
export interface RepoWorld extends AsyncDisposable {
  readonly server: TestServer
  readonly admin: TestUser
  readonly ada: TestUser
  readonly bob: TestUser
  readonly repo: WithContent
}

export async function openRepoWorld(database: 'sqlite' | 'postgres', config: Partial<HubConfig> = {}): Promise<RepoWorld> {
  const server = await openTestServer({ database, config })
  // The first account administers the hub.
  const admin = await server.addUser('harbourmaster')
  const ada = await server.addUser('ada')
  const bob = await server.addUser('bob')
  const repo = await createRepo(server.hub, ada.actor, { type: 'model', name: 'tides' })
  return { server, admin, ada, bob, repo, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

/** A repo world with a git client in its own folder, whose `origin` is `ada/tides` as ada. */
export interface GitWorld extends RepoWorld {
  readonly client: GitClient
}

export async function openGitWorld(database: 'sqlite' | 'postgres', config: Partial<HubConfig> = {}): Promise<GitWorld> {
  const world = await openRepoWorld(database, config)
  const client = await openGitClient()
  await client.git('remote', 'add', 'origin', gitUrl(world.server.origin, 'ada/tides', world.ada.token))
  return {
    ...world,
    client,
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]()
      await world[Symbol.asyncDispose]()
    },
  }
}
