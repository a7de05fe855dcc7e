import { maxLength, required } from '@sw/domain/access/form-rules';
import { MAX_LINK_NAME_LENGTH, MAX_LINKS, PRESET_LINKS, type TickerLink, templateError } from '@sw/domain/prices/symbol';
import { useEffect, useState } from 'react';
import type { Profile } from '../../../entities/session/session-query.ts';
import { buttonClass } from '../../../ui/button.ts';
import { Panel } from '../../../ui/content/settings-panel.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { FormBox, useForm } from '../../../ui/forms/form-box.tsx';
import { snack } from '../../../ui/snackbars/snack.ts';
import css from '../panel.module.css';
import { useChangeProfile } from '../queries.ts';
import { profileWords } from '../words.ts';
import { linksWords as words } from './links-words.ts';

/** Element id of this panel, to which cards and ticker pages link. */
const ANCHOR = 'ticker-links';
const EMPTY = { name: '', template: '' };

/** Adds and removes links from tickers to other sites, selects the first link, and restores the presets. */
export function ProfileLinks({ profile: { links } }: { profile: Profile }) {
	const change = useChangeProfile();
	const [busy, setBusy] = useState(false);
	// The panel loads after the page, when the browser has already tried to scroll to it. So this scrolls again.
	useEffect(() => {
		if (location.hash === `#${ANCHOR}`) document.getElementById(ANCHOR)?.scrollIntoView();
	}, []);
	const save = async (next: readonly TickerLink[]): Promise<void> => {
		setBusy(true);
		try {
			await change({ links: [...next] });
			snack.success(profileWords.links, words.saved);
		} catch (error) {
			snack.error(words.failed, error instanceof Error ? error.message : '');
		} finally {
			setBusy(false);
		}
	};
	return (
		<Panel title={profileWords.links} anchor={ANCHOR}>
			<p>{words.intro}</p>
			{links.length === 0 ? <p>{words.none}</p> : null}
			<ul className={css['list']} aria-label={words.list}>
				{links.map((link, at) => (
					<li key={link.name}>
						<span>
							<b>{link.name}</b> <code>{link.template}</code>
						</span>
						{at > 0 ? (
							<button
								type="button"
								className={buttonClass}
								disabled={busy}
								aria-label={words.first(link.name)}
								onClick={() => void save([link, ...links.filter((other) => other !== link)])}
							>
								{words.firstShort}
							</button>
						) : null}
						<button
							type="button"
							className={buttonClass}
							disabled={busy}
							aria-label={words.remove(link.name)}
							onClick={() => void save(links.filter((other) => other !== link))}
						>
							{words.removeShort}
						</button>
					</li>
				))}
			</ul>
			{links.length < MAX_LINKS ? <AddLink links={links} add={async (link) => void (await change({ links: [...links, link] }))} /> : null}
			{links.length >= MAX_LINKS ? <p>{words.full(MAX_LINKS)}</p> : null}
			{arePresets(links) ? null : (
				<button type="button" className={buttonClass} disabled={busy} onClick={() => void save(PRESET_LINKS)}>
					{words.presets}
				</button>
			)}
		</Panel>
	);
}

function arePresets(links: readonly TickerLink[]): boolean {
	return (
		JSON.stringify(links.map(({ name, template }) => [name, template])) ===
		JSON.stringify(PRESET_LINKS.map(({ name, template }) => [name, template]))
	);
}

function AddLink({ links, add }: { links: readonly TickerLink[]; add(link: TickerLink): Promise<void> }) {
	const checkUnused = (name: string): string | null => (links.some((link) => link.name === name.trim()) ? words.nameTaken : null);
	const rules = { name: [required(), maxLength(MAX_LINK_NAME_LENGTH), checkUnused], template: [required(), templateError] };
	const fields = useForm(rules, EMPTY, async ({ name, template }) => {
		await add({ name: name.trim(), template: template.trim() });
		fields.reset(EMPTY);
		snack.success(profileWords.links, words.saved);
	});
	return (
		<FormBox form={fields} submitLabel={words.add}>
			<Field form={fields} name="name" label={words.name} />
			<Field form={fields} name="template" label={words.template} hint={words.templateHint} />
			<p className={css['hint']}>{words.placeholders}</p>
		</FormBox>
	);
}
