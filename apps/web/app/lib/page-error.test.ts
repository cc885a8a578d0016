import { type ErrorCode, errorCodes, errorStatus, HubError } from '@portolan/contract'
import { expect, test } from 'vitest'
import { orErrorPage } from './page-error.ts'

/** Returns the status of the page for a loader's error. */
async function statusFor(code: ErrorCode): Promise<unknown> {
  const thrown: unknown = await orErrorPage(() => Promise.reject(new HubError(code))).catch((error: unknown) => error)
  return (thrown as { init: ResponseInit }).init.status
}

test('a collection that is not there is missing, as everything else that is not there', async () => {
  expect(await statusFor('collection.not_found')).toBe(404)
})

test('a page has the status that the API has for the same fault', async () => {
  for (const code of Object.keys(errorCodes) as ErrorCode[]) expect([code, await statusFor(code)]).toEqual([code, errorStatus[code].status])
})

test('a fault that the hub does not know stays one', async () => {
  const fault = new TypeError('broken')
  await expect(orErrorPage(() => Promise.reject(fault))).rejects.toBe(fault)
})
