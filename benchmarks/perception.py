"""Processor time of seeing ten seats: ours against MediaPipe's task interface, and our schedule of each phase."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median

import numpy as np
import numpy.typing as npt

from benchmarks.tasks_reference import Points, Rgb, Tasks
from benchmarks.ten_seats import TILE, Bgr, NoFootage, corner, seat_crops, table, tiles
from engine.focus import Focus, Period
from engine.seats import GAME_SEATS
from models import hand, pose
from models.networks import Networks
from models.regions import NO_REGIONS, Regions, blank_outside, cut, square_around
from models.session import Crops
from vision.perception.perceive import NETWORK_IDS, Perception
from vision.perception.schedule import LIVE, wanted_at
from vision.perception.wanted import Wanted

SEATS = 10
FRAMES = 20  # of each timing
WARM_UP = 2  # pictures before these
RATE_HZ = 30  # of the recording that the schedules are compared on
SECONDS = 2
SLOWED = 5  # the recording was made with 6 pictures/s; each is shown this often


Look = Callable[[int], list[Points]]


@dataclass(slots=True)
class Cost:
    """Processor time, and what was found with it."""

    ms: list[float] = field(default_factory=list)  # per picture of ten seats
    found: list[list[Points]] = field(default_factory=list)

    @property
    def per_seat_ms(self) -> float:
        """The time of a picture at the border of the fastest quarter, over its seats: other work disturbs it least."""
        return float(np.percentile(self.ms, 25)) / SEATS


def alternated(ours: Look, theirs: Look) -> tuple[Cost, Cost]:
    """Both on the same pictures by turns, so that a busy computer slows both alike; all threads' processor time."""
    costs = Cost(), Cost()
    for frame in range(FRAMES + WARM_UP):
        for look, cost in zip((ours, theirs), costs, strict=True):
            begun = time.process_time_ns()
            found = look(frame)
            spent_ms = (time.process_time_ns() - begun) / 1e6
            if frame >= WARM_UP:
                cost.ms.append(spent_ms)
                cost.found.append(found)
    return costs


def our_hands_from_scratch(networks: Networks, picture: Bgr) -> list[Points]:
    """The palm detector on each tile and the landmark network on its two best palms: MediaPipe's own recipe."""
    seats = range(SEATS)
    palms = hand.detect(networks, _crops(networks, hand.DETECTION, picture, _squares(seats), seats), _squares(seats))
    return _hands(networks, picture, [hand.regions_from_palms(found)[:2] for found in palms])


def our_poses_from_scratch(networks: Networks, picture: Bgr) -> list[Points]:
    """The person detector on each tile and the landmark network on its best person."""
    seats = range(SEATS)
    people = pose.detect(networks, _crops(networks, pose.DETECTION, picture, _squares(seats), seats), _squares(seats))
    return _poses(networks, picture, [pose.regions_from_detected(found.keypoints[:1]) for found in people])


class Followed:
    """Our perception in every picture, from what it saw in the last one."""

    def __init__(self, networks: Networks, pictures: list[Bgr], wanted: Wanted) -> None:
        self._perception = Perception(networks, seat_crops())
        self._pictures, self._wanted = pictures, wanted

    def __call__(self, frame: int) -> list[Points]:
        """Each seat's hands where hands are wanted, else its body."""
        percepts = self._perception.perceive(self._pictures[frame], self._wanted)
        hands, poses = percepts.hands, percepts.poses
        if self._wanted.hands:
            own = [hands.xy[hands.of(seat)] for seat in range(SEATS)]
        else:
            own = [poses.xy[[seat]][np.isfinite(poses.score_01[[seat]])] for seat in range(SEATS)]
        return [points - np.array(corner(seat), np.float32) for seat, points in enumerate(own)]


def _hands(networks: Networks, picture: Bgr, where: list[Regions]) -> list[Points]:
    regions, seats = np.concatenate(where), [seat for seat, own in enumerate(where) for _ in own]
    crops = _crops(networks, hand.LANDMARK, picture, regions, seats)
    seen = hand.decode_landmarks(networks.run(hand.LANDMARK, crops), regions, crops.shape[1])
    return _by_seat(seats, seen.xy, seen.presence_01)


def _poses(networks: Networks, picture: Bgr, where: list[Regions]) -> list[Points]:
    regions, seats = np.concatenate(where), [seat for seat, own in enumerate(where) for _ in own]
    crops = _crops(networks, pose.LANDMARK, picture, regions, seats)
    seen = pose.decode_landmarks(networks.run(pose.LANDMARK, crops), regions, crops.shape[1])
    return _by_seat(seats, seen.xy, seen.presence_01)


def _crops(networks: Networks, network_id: str, picture: Bgr, regions: Regions, seats: Sequence[int]) -> Crops:
    """Regions of a tile and nothing of its neighbours."""
    tiles_px = [seat_crops()[seat].polygon_px for seat in seats]
    return blank_outside(cut(picture, regions, networks.input_size(network_id)), regions, tiles_px)


def _squares(seats: Sequence[int]) -> Regions:
    boxes = [square_around(seat_crops()[seat].box_px) for seat in seats]
    return np.concatenate([NO_REGIONS, *boxes])


def _by_seat(seats: list[int], xy: Points, presence_01: npt.NDArray[np.float32]) -> list[Points]:
    """What was confirmed, seat by seat, in pixels of the seat's tile."""
    owner = np.array(seats, int)
    return [xy[(owner == seat) & (presence_01 >= 0.5)] - np.array(corner(seat), np.float32) for seat in range(SEATS)]


def difference(ours: Cost, theirs: Cost) -> str:
    """How far points of the same thing are apart, and how much only one side found."""
    apart: list[float] = []
    only = Counter[str]()
    for our_frame, their_frame in zip(ours.found, theirs.found, strict=True):
        for mine, reference in zip(our_frame, their_frame, strict=True):
            left = list(mine)
            for one in reference:
                distances = [float(np.hypot(*(other - one).T).mean()) for other in left]
                if distances and min(distances) < float(np.hypot(*(one.max(0) - one.min(0)))) / 2:
                    left.pop(distances.index(min(distances)))
                    apart.append(min(distances))
            matched = len(mine) - len(left)
            only["both"] += matched
            only["ours only"] += len(left)
            only["Tasks only"] += len(reference) - matched
    middle = f"{median(apart):.2f} px apart in the middle case" if apart else "none in common"
    return f"{only['both']} found by both, {middle}; {only['ours only']} ours only, {only['Tasks only']} Tasks only"


def compare(name: str, ours: Cost, theirs: Cost) -> None:
    """One line of the comparison."""
    ratio = theirs.per_seat_ms / ours.per_seat_ms
    print(f"{name:<34} ours {ours.per_seat_ms:6.2f}   Tasks {theirs.per_seat_ms:6.2f}   {ratio:5.2f} x")
    if ours.found[0] or theirs.found[0]:
        print(f"{'':<34} {difference(ours, theirs)}")


def together(*costs: Cost) -> Cost:
    """Several networks in the same pictures."""
    return Cost([sum(parts) for parts in zip(*(cost.ms for cost in costs), strict=True)], [[]])


def same_networks(networks: Networks) -> None:
    """The same weights on the same crops, searched anew in every picture and followed."""
    print(f"\nThe same networks on the same {SEATS} crops of {TILE[0]} x {TILE[1]}: processor ms per seat and picture")
    pictures = [table(frame) for frame in range(FRAMES + WARM_UP)]
    rgb: list[list[Rgb]] = [tiles(picture) for picture in pictures]
    searching, following = Tasks.made(SEATS, follows=False), Tasks.made(SEATS, follows=True)

    def their_hands_and_pose(frame: int) -> list[Points]:
        following.see_poses(rgb[frame], frame * 33)
        return following.see_hands(rgb[frame], frame * 33)

    everyone = frozenset(GAME_SEATS)
    hands = alternated(
        lambda frame: our_hands_from_scratch(networks, pictures[frame]),
        lambda frame: searching.see_hands(rgb[frame], 0),
    )
    poses = alternated(
        lambda frame: our_poses_from_scratch(networks, pictures[frame]),
        lambda frame: searching.see_poses(rgb[frame], 0),
    )
    compare("hands, searched anew", *hands)
    compare("pose, searched anew", *poses)
    compare("hands and pose, searched anew", together(hands[0], poses[0]), together(hands[1], poses[1]))
    both = Followed(networks, pictures, Wanted(pose=everyone, hands=everyone))
    compare("hands and pose, followed", *alternated(both, their_hands_and_pose))
    searching.close()
    following.close()


class Watched:
    """One part of a game as it is watched live, and what that cost and found."""

    def __init__(self, networks: Networks, period: Period) -> None:
        self.period = period
        self.spent_ns = 0
        self._perception = Perception(networks, seat_crops())
        self._focus = Focus(period, 0, frozenset(GAME_SEATS))
        self._previous_ns: int | None = None
        self._looks, self._found, self._run = Counter[str](), Counter[str](), Counter[str]()

    def look(self, picture: Bgr, t_ns: int) -> None:
        """See what the schedule wants of a picture."""
        wanted = wanted_at(LIVE, self._focus, GAME_SEATS, t_ns, self._previous_ns)
        begun = time.process_time_ns()
        percepts = self._perception.perceive(picture, wanted)
        self.spent_ns += time.process_time_ns() - begun
        self._previous_ns = t_ns
        self._run.update(percepts.crops_run)
        self._looks.update(
            hands=2 * int(percepts.hands.looked.sum()),
            bodies=int(percepts.poses.looked.sum()),
            faces=int(percepts.faces.looked.sum()),
        )
        self._found.update(
            hands=len(percepts.hands.owner),
            bodies=int(np.isfinite(percepts.poses.score_01).sum()),
            faces=int(np.isfinite(percepts.faces.xy[:, 0, 0]).sum()),
        )

    def report(self, frames: int, theirs_ns: int) -> None:
        """Print the cost, what was found of what was looked for, and the networks run."""
        per_seat_ms = self.spent_ns / 1e6 / frames / SEATS
        print(
            f"{self.period.value:<34} {per_seat_ms:6.2f} ms per seat and picture   {theirs_ns / self.spent_ns:5.2f} x"
        )
        shares = [
            f"{name} in {self._found[name] / looks:.0%} of {looks} looks"
            for name, looks in self._looks.items()
            if looks
        ]
        print(f"{'':<34} {', '.join(shares)}")
        print(f"{'':<34} crops run: {', '.join(f'{name} {count}' for name, count in sorted(self._run.items()))}")


def schedules(networks: Networks) -> None:
    """What each part of a game costs as it is watched live, against both tasks on every picture."""
    frames = RATE_HZ * SECONDS
    print(
        f"\nOur schedule of each phase against Tasks on every picture: {SECONDS} s at {RATE_HZ} pictures/s, {SEATS} seats"
    )
    following = Tasks.made(SEATS, follows=True)
    watched = [Watched(networks, period) for period in (Period.NIGHT, Period.VOTE, Period.DAY)]
    theirs_ns, their_hands, their_poses = 0, [], []
    for frame in range(frames):
        picture = table(frame // SLOWED)
        rgb = tiles(picture)
        begun = time.process_time_ns()
        their_hands.append(following.see_hands(rgb, frame * 33))
        their_poses.append(following.see_poses(rgb, frame * 33))
        theirs_ns += time.process_time_ns() - begun
        for part in watched:
            part.look(picture, frame * 1_000_000_000 // RATE_HZ)
    following.close()
    print(f"{'Tasks: hand and pose landmarker':<34} {theirs_ns / 1e6 / frames / SEATS:6.2f} ms per seat and picture")
    print(f"{'':<34} hands in {_share(their_hands, 2):.0%} of what could be, bodies in {_share(their_poses, 1):.0%}")
    for part in watched:
        part.report(frames, theirs_ns)


def _share(found: list[list[Points]], most: int) -> float:
    return sum(len(seat) for frame in found for seat in frame) / (len(found) * SEATS * most)


def main() -> None:
    """Print all figures; nothing is asserted."""
    try:
        table(0)
    except NoFootage as absent:
        print(absent)
        return
    networks = Networks.load(NETWORK_IDS, threads=1)  # as Tasks: two threads wait for the same memory
    same_networks(networks)
    schedules(networks)


if __name__ == "__main__":
    main()
