import type { Hub } from '@portolan/hub'
import { testHubConfig } from '@portolan/hub/testing'
import type { RouterRoute } from 'hono/types'
import { operationOf } from '../openapi/describe.ts'
import { bareApp } from './bare-app.ts'

/** Every route of the app, in order, with the descriptions that stand before them. The patterns are the same for every hub. */
export function routesAndDescriptions(): RouterRoute[] {
  const hub = { config: testHubConfig('') } as Hub
  return bareApp(hub).routes
}

/** Every route of the app, in order. */
export function appRoutes(): RouterRoute[] {
  return routesAndDescriptions().filter(({ handler }) => operationOf(handler) === null)
}
