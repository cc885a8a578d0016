import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pictureRules } from '@portolan/hub'
import { picturePath } from '@portolan/markdown'
import { openTestApp } from '../open-test-app.ts'
import type { OwnEffect, Settings } from './effect.ts'

async function openPictureHost(size: number) {
  let hits = 0
  const host = createServer((_request, response) => {
    hits++
    response.end(Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(size)]))
  }).listen(0, '127.0.0.1')
  await once(host, 'listening')
  return {
    url: `http://127.0.0.1:${(host.address() as AddressInfo).port}/a.png`,
    hits: () => hits,
    async [Symbol.asyncDispose]() {
      host.closeAllConnections()
      await new Promise((resolve) => host.close(resolve))
    },
  }
}

/** Reads one picture of another host twice, through a hub that may fetch from this machine. @returns the last answer, and how often the host was asked */
async function seePicture(settings: Settings, size: number): Promise<{ answer: string | number; hits: number }> {
  await using host = await openPictureHost(size)
  await using t = await openTestApp({ settings: { PORTOLAN_WEBHOOK_REACH: 'any', ...settings } })
  const ask = async () => t.call(picturePath((await pictureRules(t.hub)).key, host.url))
  await (await ask()).arrayBuffer()
  const answer = await ask()
  return { answer: answer.ok ? answer.status : ((await answer.json()) as { error: string }).error, hits: host.hits() }
}

/** Settings of pictures from other hosts, on servers of their own: other settings say whether and from where pictures are fetched. */
export const pictureEffects = {
  pictureMb: {
    seen: ['There is no picture: it is too large.', 200],
    compare: async () => {
      const see = async (limit: string) => (await seePicture({ PORTOLAN_PICTURE_MB: limit }, 1.5 * 1024 ** 2)).answer
      return [await see('1'), await see('2')]
    },
  },
  pictureCacheMb: {
    seen: [2, 1],
    compare: async () => {
      const see = async (size: string) => (await seePicture({ PORTOLAN_PICTURE_CACHE_MB: size }, 1_000)).hits
      return [await see('0'), await see('1')]
    },
  },
} satisfies Record<string, OwnEffect>
