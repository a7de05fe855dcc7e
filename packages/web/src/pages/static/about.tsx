import { TABS } from '@sw/domain/signals/sector';
import { AboutBody, type ShownCard } from '../../features/about/about-body.tsx';
import { aboutStyles } from '../../features/about/styles.ts';
import { Evidence } from '../../features/landing/evidence.tsx';
import type { HeroCard } from '../../features/landing/hero.tsx';
import { evidenceStyles } from '../../features/landing/styles.ts';
import { landingWords } from '../../features/landing/words.ts';
import type { Api } from '../../lib/api/client.ts';
import { exampleOf, Missing, orMissing } from './landing-data.ts';

export const aboutPageStyles = [aboutStyles, evidenceStyles].join('\n');

/** Content of the about page, with a card of the current report; without the report it says so, and the text stays. */
export async function aboutText(api: Api) {
	const example = await exampleOf(api).catch(orMissing(landingWords.missing.list));
	if (example instanceof Missing) return { failed: true, text: <AboutBody card={undefined} evidence={null} failed={example.said} /> };
	const { card, record } = example;
	return { failed: false, text: <AboutBody card={card && shownCard(card)} evidence={<Evidence record={record} />} failed="" /> };
}

function shownCard(card: HeroCard): ShownCard {
	return { ...card, list: TABS.find(({ name }) => name === card.tab)?.label ?? card.tab };
}
