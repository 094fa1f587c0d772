#!/usr/bin/env python3
"""Checks the signatures of payments' cases: verify_case.py PUBLIC_KEY FILE...

The second implementation of `sente case verify`, with nothing but Python's standard library. A case is three lines:
`sente-case-1`, the case as JSON, and the signature in hexadecimal digits. Signed with Ed25519 (RFC 8032) are the bytes
of the first two lines, with their line ends. Prints a line for each file; ends with 1 unless all are valid.
"""
import hashlib
import re
import sys

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
FORM = re.compile(rb"(sente-case-1\n[^\n]+\n)([0-9a-f]{128})\n")


def add(one, other):
    """Adds two points in extended coordinates."""
    (x1, y1, z1, t1), (x2, y2, z2, t2) = one, other
    a, b = (y1 - x1) * (y2 - x2) % P, (y1 + x1) * (y2 + x2) % P
    c, d = 2 * t1 * t2 * D % P, 2 * z1 * z2 % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(scalar, point):
    """Multiplies a point."""
    result = (0, 1, 1, 0)
    while scalar > 0:
        if scalar & 1:
            result = add(result, point)
        point, scalar = add(point, point), scalar >> 1
    return result


def point_of(encoded):
    """The point that 32 bytes stand for; None where they stand for none."""
    number = int.from_bytes(encoded, "little")
    y, sign = number & (2**255 - 1), number >> 255
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P != 0:
        x = x * pow(2, (P - 1) // 4, P) % P
    if y >= P or (x * x - square) % P != 0 or (x == 0 and sign == 1):
        return None
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


def bytes_of(point):
    x, y, z, _ = point
    inverse = pow(z, P - 2, P)
    return (y * inverse % P | (x * inverse % P & 1) << 255).to_bytes(32, "little")


BASE = point_of((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def is_valid(content, public_key):
    found, key = FORM.fullmatch(content), point_of(public_key)
    if found is None or key is None:
        return False
    message, signature = found.group(1), bytes.fromhex(found.group(2).decode())
    s = int.from_bytes(signature[32:], "little")
    digest = hashlib.sha512(signature[:32] + public_key + message).digest()
    x, y, z, t = times(int.from_bytes(digest, "little") % L, key)
    return s < L and bytes_of(add(times(s, BASE), (P - x, y, z, P - t))) == signature[:32]


if __name__ == "__main__":
    answers = [(name, is_valid(open(name, "rb").read(), bytes.fromhex(sys.argv[1]))) for name in sys.argv[2:]]
    for name, valid in answers:
        print(name, "valid" if valid else "not valid")
    sys.exit(0 if all(valid for _, valid in answers) else 1)
