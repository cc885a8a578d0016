import { anonymous, createRepo, createUser, loadActor, type UserActor } from '@portolan/hub'
import { databases, openTestHub } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { accountPage } from './account-page.ts'
import { homePage } from './home-page.ts'
import { listingPage } from './listing-page.ts'

describe.for(databases)('listings on %s', (database) => {
  test('are narrowed by number of parameters and by gated access, and say what is chosen', async () => {
    await using hub = await openTestHub({ database })
    const account = await createUser(hub, { name: 'ada', password: null })
    const ada = (await loadActor(hub.db.read, account.id, null)) as UserActor
    const sizes = { tiny: 0.5e9, small: 1e9, middle: 7e9, edge: 8e9, huge: 405e9 }
    for (const [name, params] of Object.entries(sizes)) {
      const { id } = await createRepo(hub, ada, { type: 'model', name })
      await hub.db.write((tx) =>
        tx
          .updateTable('repo')
          .set({ params, gated: name === 'huge' ? 'auto' : 'false', downloads: name === 'middle' ? 3 : 0 })
          .where('id', '=', id)
          .execute(),
      )
    }
    const today = Math.floor(hub.now().getTime() / 86_400_000)
    const middle = await hub.db.read.selectFrom('repo').select('id').where('name', '=', 'middle').executeTakeFirstOrThrow()
    await hub.db.write((tx) =>
      tx
        .insertInto('download_day')
        .values({ repo_id: middle.id, day: today - 1, n: 3 })
        .execute(),
    )
    const names = async (query: string) =>
      (await listingPage(hub, anonymous, 'model', new URLSearchParams(query))).repos.map(({ name }) => name).sort()
    expect(await names('params=0-1b')).toEqual(['tiny'])
    expect(await names('params=1b-3b')).toEqual(['small'])
    expect(await names('params=3b-8b')).toEqual(['middle'])
    expect(await names('params=8b-32b')).toEqual(['edge'])
    expect(await names('params=100b-')).toEqual(['huge'])
    expect(await names('params=nonsense&gated=perhaps')).toHaveLength(5)
    expect(await names('gated=yes')).toEqual(['huge'])
    expect(await names('gated=no&params=100b-')).toEqual([])
    const page = await listingPage(hub, anonymous, 'model', new URLSearchParams('params=3b-8b&gated=no'))
    expect(page.chosen.map(({ parameter, value }) => [parameter, value])).toEqual([
      ['params', '3b-8b'],
      ['gated', 'no'],
    ])
    expect(page.choices.flatMap(({ options }) => options.filter(({ isChosen }) => isChosen).map(({ label }) => label))).toEqual([
      '3B to 8B',
      'Not gated',
    ])
    expect(page.repos[0]?.history).toEqual([...Array<number>(28).fill(0), 3, 0])
    expect((await listingPage(hub, anonymous, 'model', new URLSearchParams('params=0-1b'))).repos[0]).not.toHaveProperty('history')
    // Spaces have neither weights nor gates.
    expect((await listingPage(hub, anonymous, 'space', new URLSearchParams('params=0-1b'))).choices).toEqual([])
  })

  test('the page of an account counts what the reader may see; the start page has the reader’s own', async () => {
    await using hub = await openTestHub({ database })
    const account = await createUser(hub, { name: 'ada', password: null })
    const ada = (await loadActor(hub.db.read, account.id, null)) as UserActor
    for (let n = 0; n < 12; n++) await createRepo(hub, ada, { type: 'model', name: `m${n}`, visibility: n === 0 ? 'private' : 'public' })
    const [own, others] = [await accountPage(hub, ada, 'ada'), await accountPage(hub, anonymous, 'ada')]
    expect([own.models.length, own.totals.model.n]).toEqual([10, 12])
    expect([others.models.length, others.totals.model.n]).toEqual([10, 11])
    expect((await homePage(hub, ada)).own).toHaveLength(6)
    expect((await homePage(hub, anonymous)).own).toEqual([])
  })
})
