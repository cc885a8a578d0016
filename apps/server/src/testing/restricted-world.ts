import { createCommit, type Repo, updateRepoSettings, visibility } from '@portolan/hub'
import { file, openTestApp, type TestApp } from './open-test-app.ts'

/** Appears in every file of the repos except their cards, and in no name: a response that contains it leaked file content. */
export const sentinel = 'moonfish7'

/** Repo names by restriction, one repo of every type for each. They appear on pages for no other reason. */
export const holds = ['z9-shown', 'z9-gated', 'z9-disabled', 'z9-freed', 'z9-hidden'] as const

export interface RestrictedWorld extends TestApp {
  /** The last commit of ada's repo with this name; its parent is another commit. */
  head(type: Repo['type'], name: string): string
}

/** One repo per type and restriction, all owned by ada and otherwise identical: two commits and an open pull request. */
export async function openRestrictedWorld(options: Parameters<typeof openTestApp>[0]): Promise<RestrictedWorld> {
  const t = await openTestApp(options)
  const heads = new Map<string, string>()
  for (const type of ['model', 'dataset', 'space'] as const) {
    for (const name of holds) {
      const page = { 'index.html': `<p>${sentinel}</p>`, 'data.csv': `a\n${sentinel}\n` }
      const files = { 'README.md': '---\nsdk: static\n---\n# Open to read\n', 'secret.txt': `${sentinel}\n`, ...page }
      const repo = await t.addRepo({
        type,
        name,
        sdk: 'static',
        files,
        ...(name === 'z9-hidden' ? { visibility: 'private' as const } : {}),
      })
      heads.set(`${type} ${name}`, await t.commit(repo, [file('secret.txt', `${sentinel}\n${sentinel} again\n`)]))
      const operations = [file('secret.txt', `${sentinel} proposed\n`)]
      await createCommit(t.hub, t.actors.ada, repo, { revision: 'main', summary: 'proposed', operations, createPullRequest: true })
      if (name === 'z9-gated') await updateRepoSettings(t.hub, t.actors.ada, repo, { gated: 'manual' })
      const held = name === 'z9-disabled' ? { disabled: 1 } : name === 'z9-freed' ? { vis: visibility.beingFreed } : null
      if (held) await t.hub.db.write((tx) => tx.updateTable('repo').set(held).where('id', '=', repo.id).execute())
    }
  }
  return Object.assign(t, { head: (type: Repo['type'], name: string) => heads.get(`${type} ${name}`) ?? '0'.repeat(40) })
}
