import { type EngineRequest, type Hub, startProgress } from '@portolan/hub'

/**
 * Notifies the pages of a repo that its model is being loaded, which may take a while. The call that needs the model does not wait for this.
 * @returns a function that ends the notice; calling it again does nothing
 */
export function reportLoading(hub: Hub, model: Pick<EngineRequest, 'repoUid' | 'id'>): () => void {
  const started = startProgress(hub, { kind: 'engine.load', title: `Loading ${model.id} on this hub`, of: { repoUid: model.repoUid } })
  const note = (error: unknown) => hub.log.warn('could not report the loading of a model', { error: String(error) })
  started.catch(note)
  let isOver = false
  return () => {
    if (isOver) return
    isOver = true
    started.then((progress) => progress.finish()).catch(note)
  }
}
