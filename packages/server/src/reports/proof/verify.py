#!/usr/bin/env python3
"""Verifies a Signalwheel proof (docs/proof-format.md) without Signalwheel.

Needs Python 3.9 or later with nothing installed. Signatures of time-stamping
authorities are checked by the program openssl. What you bring yourself decides
what a proof is worth:

  --roots FILE         certificates (PEM) of authorities that you trust
  --block HEIGHT:HASH  hash of a Bitcoin block, from any block explorer that you
                       trust, or the 80 bytes of its header in hex
  --anchors FILE       an earlier proof or heads.txt that you kept: shows a chain
                       that was replaced since

Exit code: 0 proven; 1 refused; 2 wrong options; 3 nothing is wrong, but a report
is not proven by what you brought.
"""
import argparse
import base64
import binascii
import calendar
import datetime
import gzip
import hashlib
import json
import os
import re
import struct
import subprocess
import sys
import tempfile

GENESIS = "0" * 64
MINUTE, HOUR = 60, 3600
# Maximum time from reading a head of the chain to its proof; a Bitcoin block can follow hours later.
TOLERANCE = {"rfc3161": 10 * MINUTE, "opentimestamps": 24 * HOUR}
CLOCK_STEP = 10 * MINUTE
HEAD = re.compile(
    r"signalwheel-head 1\nreports (\d{1,15}) ([0-9a-f]{64})\nseals (\d{1,15}) ([0-9a-f]{64}|-)\nread (\S+)\n"
)


class Unreadable(Exception):
    """The file is not a proof."""


class Refused(Exception):
    """A part of the proof is wrong."""


def sha256(data):
    return hashlib.sha256(data).digest()


def utc(seconds):
    moment = datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=seconds)
    return moment.strftime("%Y-%m-%d %H:%M:%S UTC")


# --- RFC 3161 ---------------------------------------------------------------


def der(data, at=0):
    """Returns the tag and content of the element at a position, and where the next element begins."""
    tag, length = data[at], data[at + 1]
    at += 2
    if length == 0x80:
        raise Refused("the token is not DER")
    if length > 0x80:
        size = length & 0x7F
        length = int.from_bytes(data[at : at + size], "big")
        at += size
    if at + length > len(data):
        raise Refused("the token ends too early")
    return tag, data[at : at + length], at + length


def children(data):
    found, at = [], 0
    while at < len(data):
        tag, content, at = der(data, at)
        found.append((tag, content))
    return found


DIGESTS = {
    bytes.fromhex("608648016503040201"): "sha256",
    bytes.fromhex("608648016503040202"): "sha384",
    bytes.fromhex("608648016503040203"): "sha512",
}


def read_token(token):
    """Returns the imprint of a time-stamp token, and its time in seconds."""
    try:
        signed = children(children(children(children(token)[0][1])[1][1])[0][1])
        encapsulated = children(signed[2][1])
        info = children(children(children(encapsulated[1][1])[0][1])[0][1])
        algorithm, imprint = children(info[2][1])
        signer = children([one for one in signed[3:] if one[0] == 0x31][0][1])
        signed_by = children(children(signer[0][1])[2][1])[0][1]
        stamped_by = children(algorithm[1])[0][1]
        text = info[4][1].decode("ascii")
    except (IndexError, ValueError) as error:
        raise Refused("the token can't be read") from error
    match = re.fullmatch(r"(\d{14})(?:\.\d+)?Z", text)
    if not match or info[4][0] != 0x18:
        raise Refused("the token contains no time")
    if DIGESTS.get(stamped_by) != "sha256":
        raise Refused("the imprint of the token is not a SHA-256")
    if signed_by not in DIGESTS:
        raise Refused("the token is signed with a digest that is not accepted, such as SHA-1")
    seconds = calendar.timegm(datetime.datetime.strptime(match[1], "%Y%m%d%H%M%S").timetuple())
    return imprint[1], seconds


def verify_token(token, digest, roots, openssl):
    """Returns the proven time in seconds, at which certificates must be valid; None without roots."""
    imprint, seconds = read_token(token)
    if imprint != digest:
        raise Refused("the token is for different data")
    if roots is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "token.der")
        with open(path, "wb") as file:
            file.write(token)
        done = subprocess.run(
            [openssl, "ts", "-verify", "-digest", digest.hex(), "-in", path, "-token_in", "-CAfile", roots]
            + ["-attime", str(seconds), "-x509_strict", "-purpose", "timestampsign"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
    if done.returncode != 0 or b"Verification: OK" not in done.stdout:
        lines = done.stdout.decode("utf-8", "replace").strip().splitlines()
        raise Refused("openssl rejects the token: " + (lines[-1] if lines else "no reason given"))
    return seconds


# --- OpenTimestamps ---------------------------------------------------------

MAGIC = bytes.fromhex("004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e89294")
BITCOIN = bytes.fromhex("0588960d73d71901")


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        if self.at + count > len(self.data):
            raise Refused("the .ots file ends too early")
        self.at += count
        return self.data[self.at - count : self.at]

    def number(self):
        value = 0
        for shift in range(0, 35, 7):
            byte = self.take(1)[0]
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
        raise Refused("a number of the .ots file is too large")

    def block(self):
        return self.take(self.number())


def read_timestamp(reader, message, blocks, depth=0):
    """Follows all operations and adds (height, message) to blocks for each Bitcoin block reached."""
    if depth > 256:
        raise Refused("the .ots file is nested too deeply")
    while True:
        tag = reader.take(1)[0]
        is_last = tag != 0xFF
        if not is_last:
            tag = reader.take(1)[0]
        if tag == 0x00:
            kind, payload = reader.take(8), Reader(reader.block())
            if kind == BITCOIN:
                blocks.append((payload.number(), message))
        else:
            if tag == 0xF0:
                result = message + reader.block()
            elif tag == 0xF1:
                result = reader.block() + message
            elif tag == 0x08:
                result = sha256(message)
            else:
                raise Refused("the .ots file has an operation that is not accepted: 0x%02x" % tag)
            read_timestamp(reader, result, blocks, depth + 1)
        if is_last:
            return


def read_ots(data, digest):
    """Returns (height, message) of each Bitcoin block in an .ots file; none before the first block."""
    head = MAGIC + b"\x01\x08"
    if len(data) > 65536 or data[: len(head)] != head:
        raise Refused("this isn't an .ots file of a SHA-256")
    if data[len(head) : len(head) + 32] != digest:
        raise Refused("the .ots file is for another digest")
    reader, blocks = Reader(data[len(head) + 32 :]), []
    read_timestamp(reader, digest, blocks)
    if reader.at != len(reader.data):
        raise Refused("the .ots file has bytes after its end")
    return blocks


def block_hash(header):
    return sha256(sha256(header))[::-1].hex()


def block_time(header, message):
    """Returns the time of a block in seconds. The message must be the block's Merkle root."""
    if header[36:68] != message:
        raise Refused("the .ots file does not lead to the Merkle root of the block")
    size, factor = header[75], int.from_bytes(header[72:75], "little")
    target = factor << 8 * (size - 3) if size >= 3 else 0
    if int(block_hash(header), 16) > target:
        raise Refused("the block header doesn't have the proof of work that it claims")
    return struct.unpack("<I", header[68:72])[0]


def trusted_header(height, stated, given):
    """Returns the header of a block if the user gave the block's header or hash; None otherwise."""
    trusted = given.get(height)
    if trusted is None:
        return None
    if len(trusted) == 160:
        return bytes.fromhex(trusted)
    if stated is None or block_hash(stated) != trusted:
        raise Refused("block %d has a different hash from the one you gave" % height)
    return stated


# --- The chain --------------------------------------------------------------


def content_head(content):
    """Returns the lines of text before the rows of a report."""
    length = struct.unpack("<I", content[:4])[0] if len(content) >= 4 else 0
    return content[4 : 4 + length].decode("utf-8", "replace").split("\n")


def content_rows(content):
    """Yields the rows of a report: ticker, five words, price in dollars, mentions (None: unknown). Since format 3,
    a row also has the public information: state, form, items and acceptance of the filing."""
    start = 4 + struct.unpack("<I", content[:4])[0]
    count = struct.unpack("<I", content[start : start + 4])[0]
    row = struct.Struct("<I5Iqi" + {"2": "B", "3": "BBBII"}.get(content_head(content)[0], ""))
    if start + 4 + count * row.size != len(content):
        raise Refused("the rows of a report have a different length than it says")
    for values in row.iter_unpack(content[start + 4 :]):
        yield values[0], values[1:6], values[6] / 10000, values[7] if values[7] >= 0 else None, values[9:]


def report_name(time, algo, version):
    try:
        moment = utc(int(time) // 1000)
    except (ValueError, OverflowError):
        moment = "n/a"
    return "report %s %s%s" % (moment, algo, ", version " + version if version else "")


class Link:
    """A report's link in the chain, read from a line of the proof."""

    def __init__(self, line, parameters, faults):
        self.seq = line["seq"]
        content = base64.b64decode(line["content"], validate=True) if line.get("content") else None
        self.content = content
        self.published = None
        self.name = "report %d of the chain" % self.seq
        if line["format"] == 1:
            _, _, algo, time, self.previous = (content_head(content) + [""] * 5)[:5]
            self.link = sha256(content).hex()
            self.name = report_name(time, algo, "")
            self.shown = line.get("shown", False)
            return
        text = line["text"]
        parts = text.split("\n")
        self.previous, content_hash, place, version = parts[0], parts[1], parts[2], parts[3]
        self.link = sha256(text.encode("utf-8")).hex()
        self.shown = content is not None
        if place != str(self.seq):
            faults.append("report %d is at another place of the chain than it says" % self.seq)
        if content is not None:
            if sha256(content).hex() != content_hash:
                faults.append("the content of report %d isn't the one that was published" % self.seq)
            form, _, used, algo, time = (content_head(content) + [""] * 5)[:5]
            if form not in ("2", "3"):
                faults.append("the content of report %d can't be read" % self.seq)
            if used not in parameters:
                faults.append("the parameters of report %d are missing or were changed" % self.seq)
            self.name = report_name(time, algo, version)
        if parts[6] == "live":
            self.published = int(parts[9] if len(parts) > 9 and parts[9] else parts[5]) / 1000


def root_by_path(leaf, place, size, path):
    """Computes the root of an RFC 9162 tree from a leaf and its path; None if the path has the wrong length."""
    if size == 1:
        return sha256(b"\x00" + bytes.fromhex(leaf)) if not path else None
    if not path:
        return None
    half = 1 << ((size - 1).bit_length() - 1)
    other = bytes.fromhex(path[-1])
    if place < half:
        below = root_by_path(leaf, place, half, path[:-1])
        return below and sha256(b"\x01" + below + other)
    below = root_by_path(leaf, place - half, size - half, path[:-1])
    return below and sha256(b"\x01" + other + below)


# --- What the witnesses say -------------------------------------------------


class Proven:
    """A head of the chain, and a time at which the head is proven to have existed."""

    def __init__(self, head, time, kind, by):
        self.reports, self.seals, self.root = int(head[1]), int(head[3]), head[4]
        self.time, self.kind, self.by = time, kind, by


def read_anchor(line, options, notes, faults):
    head = HEAD.fullmatch(line["text"])
    if not head:
        faults.append("the text of an anchor is not of the known form")
        return None, []
    digest, proven = sha256(line["text"].encode("utf-8")), []
    for proof in line["proofs"]:
        name = "anchor of report %s by %s" % (head[1], proof["source"])
        data = base64.b64decode(proof["proof"], validate=True)
        try:
            if proof["kind"] == "rfc3161":
                seconds = verify_token(data, digest, options.roots, options.openssl)
                host = re.sub(r"^\w+://|[/:].*$", "", proof["source"])
                if seconds is None:
                    notes.append("%s: states %s; give --roots to check it" % (name, utc(read_token(data)[1])))
                else:
                    proven.append(Proven(head, seconds, "rfc3161", host))
                continue
            blocks = read_ots(data, digest)
            if not blocks:
                notes.append("%s: waits for its Bitcoin block" % name)
            for height, message in blocks:
                stated = bytes.fromhex(proof["header"]) if proof.get("header") else None
                header = trusted_header(height, stated, options.blocks)
                if header is None:
                    shown = " (hash in the file: %s)" % block_hash(stated) if stated else ""
                    notes.append("%s: leads to Bitcoin block %d%s; give --block to check it" % (name, height, shown))
                else:
                    by = "Bitcoin block %d" % height
                    proven.append(Proven(head, block_time(header, message), "opentimestamps", by))
        except Refused as error:
            faults.append("%s: %s" % (name, error))
    return head, proven


def first_proof(heads, seq):
    """Finds the earliest proof that covers a report; None without any."""
    return min((head for head in heads if head.reports >= seq), key=lambda head: head.time, default=None)


def claim_faults(links, heads, within):
    """Yields a message for each live report whose stated time of publication can't be true."""
    heads = sorted(heads, key=lambda head: head.reports)
    newest, without, at = None, None, 0
    for link in links:
        # Of the heads that lack this report, keeps the one that excludes the longest time.
        while at < len(heads) and heads[at].reports < link.seq:
            if without is None or excluded_until(heads[at]) > excluded_until(without):
                without = heads[at]
            at += 1
        if link.published is None:
            continue
        said = "%s says it was published at %s" % (link.name, utc(link.published))
        covering = first_proof(heads[at:], link.seq)
        if without and link.published < excluded_until(without):
            yield "%s, but it was not among the reports of %s (%s)" % (said, utc(without.time), without.by)
        elif newest and link.published + CLOCK_STEP < newest.published:
            yield "%s, but it follows %s, published later" % (said, newest.name)
        elif covering and covering.time - link.published > within:
            yield "%s, but it is first proven at %s (%s), which is too late" % (said, utc(covering.time), covering.by)
        elif covering and link.published - covering.time > CLOCK_STEP:
            yield "%s, but it existed at %s (%s)" % (said, utc(covering.time), covering.by)
        if newest is None or link.published > newest.published:
            newest = link


def excluded_until(head):
    """Returns the time before which no report missing from the head can have been published."""
    return head.time - TOLERANCE[head.kind]


def verify_filter(line, heads, faults):
    seal = sha256(line["text"].encode("utf-8")).hex()
    link = sha256(" ".join([line["before"], "filter", line["key"], seal]).encode("utf-8")).hex()
    known = [head for head in heads if head.seals >= line["seq"] and str(head.seals) in line["paths"]]

    def is_covered(head):
        root = root_by_path(link, line["seq"] - 1, head.seals, line["paths"][str(head.seals)])
        return root is not None and root.hex() == head.root

    covering = [head for head in known if is_covered(head)]
    if known and not covering:
        faults.append("filter %s isn't the one that was saved" % line["key"])
    return min(covering, key=lambda head: head.time) if covering else None


# --- Files ------------------------------------------------------------------


def read_lines(path):
    """Yields the lines of a proof; raises Unreadable if the file is damaged or cut off."""
    count, ended = 0, False
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            for number, text in enumerate(file, 1):
                line = json.loads(text)
                if number == 1 and (line.get("kind") != "proof" or line.get("format") != 1):
                    raise Unreadable("%s isn't a Signalwheel proof of format 1" % path)
                if ended:
                    raise Unreadable("%s has lines after its end" % path)
                if line["kind"] == "end":
                    ended = line["lines"] == count
                count += 1
                yield line
    except (OSError, EOFError, ValueError, KeyError, TypeError) as error:
        raise Unreadable("%s can't be read: %s" % (path, error)) from error
    if not ended:
        raise Unreadable("%s is cut off" % path)


def read_earlier(path):
    """Returns two lists: the anchors of an earlier proof, and the (report, link) pairs of a heads.txt."""
    with open(path, "rb") as file:
        is_proof = file.read(2) == b"\x1f\x8b"
    if is_proof:
        return [line for line in read_lines(path) if line["kind"] == "anchor"], []
    with open(path, encoding="utf-8") as file:
        fields = [line.split() for line in file if line.strip() and not line.startswith("#")]
    if any(len(field) < 2 or not re.fullmatch(r"\d+", field[0]) for field in fields):
        raise Unreadable("%s is neither a proof nor a heads.txt" % path)
    return [], [(int(field[0]), field[1]) for field in fields]


def write_rows(path, links, symbols):
    with open(path, "w", encoding="utf-8") as file:
        file.write("report,ticker_id,symbol,w15,w30,w60,w240,w1d,price,mentions,information,form,items,accepted\n")
        for link in links:
            for ticker, words, price, mentions, filing in content_rows(link.content) if link.content else ():
                symbol = symbols.get(str(ticker), "")
                values = [link.seq, ticker, symbol, *words, price, "" if mentions is None else mentions, *(filing or [""] * 4)]
                file.write(",".join(str(value) for value in values) + "\n")


class Verdict:
    def __init__(self):
        self.links, self.shown, self.heads, self.filters = [], [], [], []
        self.notes, self.faults, self.symbols, self.product = [], [], {}, ""


def verify(path, options):
    verdict = Verdict()
    faults, known, parameters, anchors, filters = verdict.faults, {}, set(), [], []
    earlier, heads_txt = read_earlier(options.anchors) if options.anchors else ([], [])
    before = None
    for line in read_lines(path):
        kind = line["kind"]
        if kind == "proof":
            verdict.product = line["product"]
        elif kind == "parameters":
            parameters.add(sha256(line["text"].encode("utf-8")).hex())
        elif kind == "tickers":
            verdict.symbols = line["symbols"]
        elif kind == "anchor":
            anchors.append(line)
        elif kind == "filter":
            filters.append(line)
        elif kind == "link":
            link = Link(line, parameters, faults)
            expected = before.link if before else GENESIS if link.seq == 1 else link.previous
            if (before and link.seq != before.seq + 1) or link.previous != expected:
                faults.append("report %d of the chain doesn't follow from the one before it" % link.seq)
            known[link.seq], before = link.link, link
            verdict.links.append(link)
            if link.shown:
                verdict.shown.append(link)
            if not options.rows:
                link.content = None
    first = verdict.links[0].seq if verdict.links else float("inf")
    last = before.seq if before else 0
    for line in earlier + anchors:
        head, proven = read_anchor(line, options, verdict.notes, faults)
        if head is None:
            continue
        reports = int(head[1])
        if first <= reports <= last and known.get(reports) != head[2]:
            faults.append("an anchor of report %d is for another chain" % reports)
        elif reports < first or known.get(reports) == head[2]:
            verdict.heads += proven
    for reports, link in heads_txt:
        if first <= reports <= last and known.get(reports) != link:
            faults.append("report %d has another link than in %s" % (reports, options.anchors))
    if not verdict.shown:
        # A proof without rows proves the links themselves.
        verdict.shown = list(verdict.links)
    faults += claim_faults(verdict.links, verdict.heads, options.within * HOUR)
    verdict.filters = [(line, verify_filter(line, verdict.heads, faults)) for line in filters]
    return verdict


def block_option(text):
    match = re.fullmatch(r"(\d{1,9}):([0-9a-fA-F]{64}|[0-9a-fA-F]{160})", text)
    if not match:
        raise argparse.ArgumentTypeError("use HEIGHT:HASH or HEIGHT:HEADER, both in hex")
    return int(match[1]), match[2].lower()


def parse_options(arguments):
    about, _, rest = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(description=about, epilog=rest, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("proof", help="file written by: signalwheel report export --proof")
    parser.add_argument("--roots", metavar="FILE", help="trusted certificates of time-stamping authorities, PEM")
    parser.add_argument("--block", metavar="HEIGHT:HASH", type=block_option, action="append", default=[])
    parser.add_argument("--anchors", metavar="FILE", help="an earlier proof or heads.txt that you kept")
    parser.add_argument("--within", metavar="HOURS", type=float, default=96, help="a report must be proven this soon after its publication (default: 96)")
    parser.add_argument("--rows", metavar="FILE", help="write the rows of the reports as CSV")
    parser.add_argument("--openssl", metavar="PROGRAM", default="openssl")
    parser.add_argument("--all", action="store_true", help="list every report, not only the first ten")
    options = parser.parse_args(arguments)
    options.blocks = dict(options.block)
    return options


def say(verdict, list_all):
    print("Signalwheel proof, written by version %s" % verdict.product)
    print("%d links of the chain, %d reports, %d proven heads" % (len(verdict.links), len(verdict.shown), len(verdict.heads)))
    for note in verdict.notes:
        print("note: " + note)
    for fault in verdict.faults[:50]:
        print("REFUSED: " + fault)
    if verdict.faults:
        return 1
    unproven = 0
    for number, link in enumerate(verdict.shown):
        proof = first_proof(verdict.heads, link.seq)
        unproven += proof is None
        if list_all or number < 10:
            said = "" if link.published is None else "; it says it was published at %s" % utc(link.published)
            by = "existed before %s, by %s" % (utc(proof.time), proof.by) if proof else "NOT PROVEN"
            print("%s: %s%s" % (link.name, by, said))
    for line, proof in verdict.filters:
        unproven += proof is None
        by = "existed before %s, by %s" % (utc(proof.time), proof.by) if proof else "NOT PROVEN"
        print("filter %s: %s\n  %s" % (line["key"], by, line["text"]))
    if unproven or not (verdict.shown or verdict.filters):
        print("NOT PROVEN: %d of %d" % (unproven, len(verdict.shown) + len(verdict.filters)))
        return 3
    print("PROVEN: %d of %d" % (len(verdict.shown) + len(verdict.filters), len(verdict.shown) + len(verdict.filters)))
    return 0


def main(arguments):
    options = parse_options(arguments)
    try:
        verdict = verify(options.proof, options)
        if options.rows and not verdict.faults:
            write_rows(options.rows, verdict.shown, verdict.symbols)
        return say(verdict, options.all)
    except (Unreadable, Refused) as error:
        print("REFUSED: %s" % error)
        return 1
    except (OSError, KeyError, IndexError, ValueError, TypeError, struct.error, binascii.Error) as error:
        print("REFUSED: the proof is damaged: %r" % error)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
