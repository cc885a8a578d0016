export * from './errors.ts'
export * from './limits.ts'
export * from './names.ts'
export * from './roles.ts'
