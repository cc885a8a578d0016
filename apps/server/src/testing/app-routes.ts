import type { Hub } from '@portolan/hub'
import { testHubConfig } from '@portolan/hub/testing'
import type { RouterRoute } from 'hono/types'
import { bareApp } from './bare-app.ts'

/** Every route of the app, in order. The patterns are the same for every hub. */
export function appRoutes(): RouterRoute[] {
  const hub = { config: testHubConfig('') } as Hub
  return bareApp(hub).routes
}
