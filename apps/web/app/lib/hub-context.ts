import type { PageHub } from '@portolan/pages'
import { createContext } from 'react-router'

/*
 * The one door from pages to the hub. Pages import only types from it, so that the bundle holds no second copy of the database; the server
 * puts the live object in with each request. The key is shared by name: this file is evaluated twice, by Node and inside the bundle.
 */
type Key = ReturnType<typeof createContext<PageHub>>
const slot = globalThis as { [key: symbol]: Key | undefined }
const name = Symbol.for('portolan.hub')

export const hubContext: Key = (slot[name] ??= createContext<PageHub>())
