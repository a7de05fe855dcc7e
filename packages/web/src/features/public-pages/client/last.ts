/** What a page without framework does in the browser: its colours are chosen, and every minute what is new is put in its place. */
import type { HistoryState } from '@tanstack/react-router';
import { cardAnchor } from '../../../entities/list-state/card-anchor.ts';
import { tellLooks } from '../../../entities/live/tell-looks.ts';
import { heard } from '../../../lib/heard.ts';
import { MANNERS } from '../../../lib/manners-door.ts';
import { hearColours } from './colours.ts';
import { greetMember } from './member.ts';
import { readWheel } from './read-wheel.ts';
import { keepFresh } from './refresh.ts';

greetMember();
hearColours();
readWheel();
keepFresh();
// A simulated market runs faster while a user is viewing a page.
tellLooks(() => void fetch('/api/looking', { method: 'POST' }).catch(() => {}));
// A reader who returns from a ticker continues at its card.
document.getElementById(cardAnchor((history.state as HistoryState | null)?.ticker ?? 0))?.focus();
heard();
// Fetched behind the first picture, or it would take the line from what is read.
requestAnimationFrame(() => setTimeout(() => void import(/* @vite-ignore */ MANNERS)));
