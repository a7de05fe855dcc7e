/** The browser script of a page without a framework: colour settings, and a refresh every minute. */
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
// A reader returning from a ticker continues at its card.
document.getElementById(cardAnchor((history.state as HistoryState | null)?.ticker ?? 0))?.focus();
heard();
// Loaded after the first paint, so that it doesn't compete with the content.
requestAnimationFrame(() => setTimeout(() => void import(/* @vite-ignore */ MANNERS)));
