export { type GitFolder, gitEnvironment, openGitFolder } from './git-binary.ts'
export { copyOf, rawDelta, type RawEntry, rawPack } from './raw-pack.ts'
