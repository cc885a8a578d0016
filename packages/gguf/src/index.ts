export { type ReadRange } from './byte-source.ts'
export { GgufError, type GgufErrorCode } from './errors.ts'
export { fileTypeName, fileTypes, fileTypesBySize, nearestFileType, type FileType } from './file-types.ts'
export { readArrayValue, readGgufHeader, requiredFileBytes, type GgufHeader, type GgufTensor } from './header.ts'
export { ggufLimits } from './limits.ts'
export { groupModelFiles, type GgufFile, type GgufModelFile, type GgufRole } from './model-files.ts'
export { mainTensorTypes, nominalBitsPerWeight } from './nominal-bits.ts'
export { parseQuantLabel, quantLabel, type QuantLabel } from './quant-label.ts'
export { shardOf, type Shard } from './shards.ts'
export {
  tensorBitsPerWeight,
  tensorBlocks,
  tensorBytes,
  tensorTypeName,
  tensorTypes,
  type TensorBlock,
  type TensorType,
} from './tensor-types.ts'
export { type TensorTotals, type TypeTotal } from './totals.ts'
export { valueTypes } from './value-types.ts'
export { type GgufArray, type GgufScalar, type GgufValue } from './values.ts'
