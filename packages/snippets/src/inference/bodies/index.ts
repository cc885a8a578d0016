import type { BodyBuilder } from './body.ts'

/** Bodies of everything but chat, by provider. */
export const providerBodies: Readonly<Record<string, BodyBuilder>> = {}
