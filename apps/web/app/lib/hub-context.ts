import type { PageHub } from '@portolan/pages'
import { createContext } from 'react-router'

/*
 * The pages' only access to the hub. Pages import only types from it, so that the bundle contains no second copy of the database code; the server
 * adds the live object to each request. The key is a global symbol because this file is evaluated twice, by Node and inside the bundle.
 */
type Key = ReturnType<typeof createContext<PageHub>>
const slot = globalThis as { [key: symbol]: Key | undefined }
const name = Symbol.for('portolan.hub')

export const hubContext: Key = (slot[name] ??= createContext<PageHub>())
