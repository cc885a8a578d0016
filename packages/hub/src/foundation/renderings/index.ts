export type { CommentNames, CommentRenderer, RenderedComment } from './comment-renderer.ts'
export type { Keep } from './rendered-cache.ts'
export { type PictureRules, pictureRules, type Renderings, renderingsOf } from './renderings.ts'
