/** What a page without framework does in the browser: its colours are chosen, and every minute what is new is put in its place. */
import { anchoredCard } from '../../../entities/list-state/card-anchor.ts';
import { tellLooks } from '../../../entities/live/tell-looks.ts';
import { heard } from '../../../lib/heard.ts';
import { hearColours } from './colours.ts';
import { greetMember } from './member.ts';
import { readWheel } from './read-wheel.ts';
import { keepFresh } from './refresh.ts';

greetMember();
hearColours();
readWheel();
keepFresh();
// A simulated market runs faster while somebody looks.
tellLooks(() => void fetch('/api/looking', { method: 'POST' }).catch(() => {}));
// Who comes back from a ticker goes on at its card.
document.getElementById(anchoredCard(location.hash) ?? '')?.focus();
heard();
