/** Applies the reader's colours before the first paint: the page itself is the same for all readers. */

import { readCookie } from '../../../lib/storage/cookies.ts';
import { PALETTE_COOKIE, paletteOf } from '../../../lib/storage/palette.ts';
import { SCHEME_COOKIE, schemeOf } from '../../../lib/storage/scheme.ts';

const { dataset } = document.documentElement;
dataset['scheme'] = schemeOf(readCookie(document.cookie, SCHEME_COOKIE));
dataset['palette'] = paletteOf(readCookie(document.cookie, PALETTE_COOKIE));
