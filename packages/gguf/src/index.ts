export { quantLabel, shardOf } from './file-name.ts'
export {
  GgufError,
  ggufLimits,
  readArrayValue,
  readGgufHeader,
  type GgufArray,
  type GgufHeader,
  type GgufScalar,
  type GgufValue,
} from './header.ts'
export { fileTypeName, fileTypes, tensorTypeName, tensorTypes, type FileType, type TensorType } from './types.ts'
