export {
  type EngineErrorCode,
  EngineError,
  engineErrorCodes,
  type EngineEvent,
  type EngineFile,
  type EngineModel,
  type EngineRequest,
  type EngineUsage,
  type Json,
  type LoadedModel,
  type LocalEngine,
} from './local-engine.ts'
export { type ModelFiles, modelFiles } from './model-files.ts'
