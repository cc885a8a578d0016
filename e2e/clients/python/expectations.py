"""What the library's own tests expect of a hub: statuses, error classes, and sentences that they search for."""

import re
import warnings
from typing import get_args

import world  # first, because it wraps the functions of the library

import huggingface_hub
from huggingface_hub import CommitOperationAdd, CommitOperationDelete, HfApi, RepoCard, hf_api, utils
from huggingface_hub import errors

from world import OTHER_TOKEN, TAG, VERSION, api, call, equal, raises, repo_name

Http = errors.HfHubHTTPError
#: Since 1.0, a file that is missing on the hub has its own error class.
NoEntry = getattr(errors, "RemoteEntryNotFoundError", errors.EntryNotFoundError)


def add(path: str, content: bytes = b"x") -> CommitOperationAdd:
    return CommitOperationAdd(path_in_repo=path, path_or_fileobj=content)


def words_and_statuses() -> None:
    repo, other = repo_name("words"), repo_name("words-other")
    api.create_repo(repo)
    api.create_repo(other)
    first = api.model_info(repo).sha
    raises(Http, lambda: api.move_repo(from_id=repo, to_id=other), status=409, text=f"A model repository called {other} already exists")
    api.create_commit(repo, [add("a.txt")], commit_message="x")
    stale = "The branch was updated since you opened this page. Please refresh and try again."
    raises(Http, lambda: api.create_commit(repo, [add("b.txt")], commit_message="x", parent_commit=first), status=412, text=stale)

    missing = raises(errors.RepositoryNotFoundError, lambda: api.create_commit("ada/nope", [add("a")], commit_message="x"), status=404)
    # The message of the hub is part of the library's own, so it is not printed a second time.
    equal(str(missing).lower().count("repository not found"), 1)

    api.create_branch(repo, branch="cool")
    for name in ("cool", "main"):
        raises(Http, lambda name=name: api.create_branch(repo, branch=name), status=409, text=f"Reference refs/heads/{name} already exists")
        api.create_branch(repo, branch=name, exist_ok=True)
    raises(errors.BadRequestError, lambda: api.create_branch(repo, branch="refs/pr/5"), text="Invalid reference for a branch")
    raises(Http, lambda: api.delete_branch(repo, branch="main"), status=403, text="Cannot delete refs/heads/main")
    api.create_tag(repo, tag="v1")
    for name in ("nope", "v1"):
        raises(errors.RevisionNotFoundError, lambda name=name: api.delete_branch(repo, branch=name), text="Invalid rev id")
    raises(errors.RevisionNotFoundError, lambda: api.delete_tag(repo, tag="main"))
    raises(errors.RevisionNotFoundError, lambda: api.create_tag(repo, tag="invalid tag", revision="foobar"))
    raises(errors.BadRequestError, lambda: api.create_tag(repo, tag="invalid tag"))

    call("PUT", f"/api/models/{repo}/settings", {"gated": "auto"})
    restricted = re.compile(r"Access to model .* is restricted and you are not in the authorized list")
    error = raises(errors.GatedRepoError, lambda: huggingface_hub.hf_hub_download(repo, "a.txt", token=OTHER_TOKEN))
    equal(restricted.search(str(error)) is not None, True)

    # Without an owner: to the library, every missing repo is one.
    raises(errors.RepositoryNotFoundError, lambda: api.unlike("gpt2"))
    raises(errors.RepositoryNotFoundError, lambda: api.list_repo_commits("gpt2"))


def commits_to_odd_places() -> None:
    repo = repo_name("odd")
    api.create_repo(repo)
    head = api.create_commit(repo, [add("1/a.md"), add("1/b.md"), add("2/c.md"), add("3/d.md")], commit_message="x").oid

    def opened(revision: str):
        return api.create_commit(repo, [add("e.txt")], commit_message="x", revision=revision, create_pr=True)

    for revision in (head, "missing_branch"):
        raises(errors.RevisionNotFoundError, lambda revision=revision: opened(revision))
    raises(Http, lambda: api.upload_file(repo_id=repo, path_or_fileobj=b"x", path_in_repo="..\\ddd"), status=422)

    # A folder without a slash at its end arrives as a file.
    api.create_commit(repo, [CommitOperationDelete(path_in_repo="1")], commit_message="x")
    api.create_commit(repo, [CommitOperationDelete(path_in_repo="2/")], commit_message="x")
    api.delete_folder("3", repo_id=repo)
    equal(api.list_repo_files(repo), [".gitattributes"])
    delete = [CommitOperationDelete(path_in_repo="1")]
    raises(NoEntry, lambda: api.create_commit(repo, delete, commit_message="x"), text="Make sure to differentiate file and folder paths")

    # The start of a commit id is a revision.
    equal(api.model_info(repo, revision=head[:7]).sha, head)
    equal(sorted(api.list_repo_files(repo, revision=head[:10])), [".gitattributes", "1/a.md", "1/b.md", "2/c.md", "3/d.md"])
    raises(errors.RevisionNotFoundError, lambda: api.model_info(repo, revision="0000000"))

    request = api.create_pull_request(repo, title="Squash me")
    for name in ("one.txt", "two.txt"):
        api.upload_file(repo_id=repo, path_or_fileobj=b"x", path_in_repo=name, revision=request.git_reference)
    equal(len(api.list_repo_commits(repo, revision=request.git_reference)) > 2, True)
    api.super_squash_history(repo, branch=request.git_reference)
    equal(len(api.list_repo_commits(repo, revision=request.git_reference)), 1)


def expandable_fields() -> None:
    """Every field that the library offers is one that the hub answers."""
    for kind in ("model", "dataset", "space"):
        repo = repo_name(f"expand-{kind}")
        api.create_repo(repo, repo_type=kind, **({"space_sdk": "static"} if kind == "space" else {}))
        message = str(raises(errors.BadRequestError, lambda kind=kind, repo=repo: api.repo_info(repo, repo_type=kind, expand=["does_not_exist"])))
        known = set(re.findall(r'"([^"]+)"', message.split("expected one of ", 1)[1]))
        offered = set(get_args(getattr(hf_api, f"Expand{kind.capitalize()}Property_T")))
        equal(offered - known, set())


def cards_and_filters() -> None:
    """What a card may say, and how models and Spaces are found by it."""
    repo = repo_name("cards")
    api.create_repo(repo)
    for broken, words in (("license: asdf", '"license" must be one of'), ("model-index: foo", '"model-index" must be an array')):
        card = f"---\n{broken}\n---\n# Title\n"
        error = raises(ValueError, lambda card=card: api.create_commit(repo, [add("README.md", card.encode())], commit_message="x"))
        equal(("Invalid metadata in README.md" in str(error), words in str(error)), (True, True))
        if VERSION >= (2, 0):
            # Earlier releases ask huggingface.co.
            raises(ValueError, lambda card=card: RepoCard(card, ignore_metadata_errors=True).validate(), text=f"- Error: {words}")
    with warnings.catch_warnings(record=True) as shown:
        warnings.simplefilter("always")
        api.create_commit(repo, [add("README.md", b"No metadata")], commit_message="x")
    equal(any("Warnings while validating metadata in README.md" in str(each.message) for each in shown), True)

    api.upload_file(repo_id=repo, path_in_repo="README.md", path_or_fileobj=b"---\nlicense: mit\nco2_eq_emissions: 12\n---\n")
    [found] = api.list_models(filter="co2_eq_emissions", search=repo, **{"cardData": True})
    equal((found.id, found.card_data["co2_eq_emissions"]), (repo, 12))

    space = repo_name("linked")
    api.create_repo(space, repo_type="space", space_sdk="static")
    text = f"---\ntitle: Predictor of Currents\nemoji: \U0001f30a\nsdk: static\nmodels: [{repo}]\n---\n"
    api.upload_file(repo_id=space, repo_type="space", path_in_repo="README.md", path_or_fileobj=text.encode())

    def listed(**query):
        return [each for each in api.list_spaces(**query) if each.id == space][0]

    equal(listed(search=space).models, None)
    equal((listed(search=space, linked=True).models, listed(models=repo).models, listed(expand=["models"]).models), ([repo],) * 3)
    equal((listed(search=space, full=True).models, listed(search=space, full=True).card_data["title"]), ([repo], "Predictor of Currents"))
    if hasattr(api, "search_spaces"):
        found = [each for each in api.search_spaces("which predictor of currents?") if each.id == space]
        equal([(each.title, each.emoji) for each in found], [("Predictor of Currents", "\U0001f30a")])


def errors_without_pages() -> None:
    """What the library makes of an error to HEAD, and of an address that the hub does not have."""
    repo = repo_name("addresses")
    api.create_repo(repo)
    for address, kind, status in (
        (huggingface_hub.hf_hub_url(repo, "nope.txt"), NoEntry, 404),
        (huggingface_hub.hf_hub_url(repo, "a.txt", revision="nope"), errors.RevisionNotFoundError, 404),
        (huggingface_hub.hf_hub_url("ada/nope", "a.txt"), errors.RepositoryNotFoundError, 404),
    ):
        missing = raises(kind, lambda address=address: huggingface_hub.get_hf_file_metadata(address), status=status)
        equal((missing.response.request.method, missing.response.headers.get("Content-Type"), missing.response.content), ("HEAD", None, b""))
    for path in ("/v2/models", "/rows?dataset=a", "/api/nothing/here"):
        answer = utils.get_session().get(world.ENDPOINT + path, headers=utils.build_hf_headers())
        equal(answer.headers["Content-Type"].split(";")[0], "application/json")
        # The sentence of the hub, not the source of a page.
        error = raises(Http, lambda answer=answer: utils.hf_raise_for_status(answer), status=404, text=answer.json()["error"])
        equal("<html" in str(error), False)


def owners_of_collections() -> None:
    """Who owns a collection, as somebody sees it who follows them."""
    made = api.create_collection(f"Owned {TAG}", private=False)
    call("POST", "/api/users/ada/follow", token=OTHER_TOKEN)
    seen = [HfApi(token=token).get_collection(made.slug).owner for token in (OTHER_TOKEN, False)]
    equal([(owner["name"], owner["followerCount"], owner["isUserFollowing"]) for owner in seen], [("ada", 1, True), ("ada", 1, False)])
    api.delete_collection(made.slug)
