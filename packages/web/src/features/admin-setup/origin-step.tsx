import { useHydrated } from '@tanstack/react-router';
import { useId } from 'react';
import { siteOrigin } from '../../lib/address/site-path.ts';
import form from '../../ui/forms/form.module.css';
import panel from '../../ui/panel.module.css';
import { originVerdict } from './origin-verdict.ts';
import css from './setup.module.css';
import { setupWords as words } from './words.ts';

export function OriginStep({ typed, type }: { typed: string; type: (text: string) => void }) {
	const id = useId();
	const hydrated = useHydrated();
	const verdict = originVerdict(typed, hydrated ? siteOrigin() : undefined);
	return (
		<section className={panel['panel']} aria-label={words.origin}>
			<h2 className={panel['title']}>{words.origin}</h2>
			<div className={css['step']}>
				<p className={css['note']}>{words.originWill}</p>
				<div className={form['field']}>
					<label htmlFor={id} className={form['label']}>
						{words.originLabel}
					</label>
					<input
						id={id}
						className={form['input']}
						value={typed}
						maxLength={300}
						autoCapitalize="none"
						spellCheck={false}
						aria-invalid={verdict === 'faulty'}
						aria-describedby={`${id}-verdict`}
						onChange={(event) => type(event.currentTarget.value)}
					/>
				</div>
				<p id={`${id}-verdict`} role="status" className={verdict === 'faulty' || verdict === 'open' ? css['fault'] : undefined}>
					{hydrated ? words.verdict(verdict) : ''}
				</p>
			</div>
		</section>
	);
}
