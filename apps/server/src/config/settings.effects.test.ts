import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Effect, Settings, SharedEffect } from '../testing/effects/effect.ts'
import { entrance } from '../testing/effects/entrance.ts'
import { mailEffects } from '../testing/effects/mail-effects.ts'
import { engineEffects, inferenceEffects, previewEffects } from '../testing/effects/model-effects.ts'
import { logEffects, traceEffects } from '../testing/effects/log-effects.ts'
import { pictureEffects } from '../testing/effects/picture-effects.ts'
import { plainEffects } from '../testing/effects/plain-effects.ts'
import { signInEffects } from '../testing/effects/sign-in-effects.ts'
import { startEffects } from '../testing/effects/start-effects.ts'
import { upkeepEffects } from '../testing/effects/upkeep-effects.ts'
import { openTestApp, type TestApp } from '../testing/open-test-app.ts'
import { settings } from './settings.ts'

/*
 * The observable effect of each setting: two values must produce two different responses, through the wiring that users run. A setting without
 * an entry does not compile and fails; so does one that is read but has no effect, because both of its values produce the same response.
 */
const effects: Record<keyof typeof settings, Effect> = {
  ...plainEffects,
  ...logEffects,
  ...traceEffects,
  ...startEffects,
  ...signInEffects,
  ...inferenceEffects,
  ...engineEffects,
  ...previewEffects,
  ...upkeepEffects,
  ...mailEffects,
  ...pictureEffects,
}

const names = Object.keys(settings) as (keyof typeof settings)[]
const isShared = (effect: Effect | undefined): effect is SharedEffect => effect !== undefined && 'see' in effect

describe('every setting', () => {
  let pair: [TestApp, TestApp]
  beforeAll(async () => {
    const open = (place: 0 | 1) =>
      openTestApp({
        pages: entrance,
        settings: Object.fromEntries(
          names.flatMap((name) => {
            const effect = effects[name]
            return isShared(effect) ? [[settings[name].variable, effect.values[place]]] : []
          }),
        ) as Settings,
      })
    pair = [await open(0), await open(1)]
  })
  afterAll(async () => {
    for (const server of pair) await server[Symbol.asyncDispose]()
  })

  test.for(names)('%s', { timeout: 60_000 }, async (name) => {
    const effect = effects[name]
    if (effect === undefined) throw new Error(`${name} has no entry: say what it does (testing/effects)`)
    expect(effect.seen[0]).not.toEqual(effect.seen[1])
    expect(isShared(effect) ? [await effect.see(pair[0]), await effect.see(pair[1])] : await effect.compare()).toEqual(effect.seen)
  })

  test('nothing stands here that is no setting', () => {
    expect(Object.keys(effects).toSorted()).toEqual(names.toSorted())
  })
})
