export {
  countFollowers,
  countFollowing,
  follow,
  followedAmong,
  followersOf,
  type FollowPage,
  listFollows,
  newsOfFollowed,
  unfollow,
} from './follows.ts'
