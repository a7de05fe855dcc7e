import { buttonClass } from '../../ui/button.ts';
import pill from '../../ui/report/pill-face.module.css';
import place from '../../ui/report/report-pill.module.css';
import css from './landing.module.css';
import { landingWords as words } from './words.ts';

/** Adds placeholders for the page's script: one for the notification of a newer report, one for a failed refresh. */
export function MessagePlaces() {
	return (
		<>
			<div role="status" className={place['place']} data-message="report">
				<template>
					<div className={pill['pill']} data-pill="">
						<span data-text="" />
						<button type="button" className={`${buttonClass} ${pill['show']}`} data-act="show">
							{words.show}
						</button>
					</div>
				</template>
			</div>
			<div role="status" className={css['status']} data-message="failure" data-failed={Object.values(words.failedUpdate).join('\n')}>
				<template>
					<div>
						<p data-text="" />
					</div>
				</template>
			</div>
		</>
	);
}
