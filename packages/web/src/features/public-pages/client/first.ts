/** Applies the reader's colors before the first paint. The page itself is the same for all readers. */

import { PALETTE_COOKIE, paletteOf, SCHEME_COOKIE, schemeOf } from '../../../lib/storage/appearance.ts';
import { readCookie } from '../../../lib/storage/cookies.ts';

const { dataset } = document.documentElement;
dataset['scheme'] = schemeOf(readCookie(document.cookie, SCHEME_COOKIE));
dataset['palette'] = paletteOf(readCookie(document.cookie, PALETTE_COOKIE));
