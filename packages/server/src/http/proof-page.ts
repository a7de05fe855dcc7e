import { createHash } from 'node:crypto';
import { isoSeconds } from '@sw/domain/time/format';
import type { UtcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { staticPolicy } from './content-policy.ts';

export interface ProofPage {
	readonly language: 'en' | 'de';
	/** Time of the first stamp; undefined if the chain isn't stamped. */
	readonly stampedSince: UtcMs | undefined;
	/** Stamped heads of the chain, newest first. `block`: height of the Bitcoin block, if there is one. */
	readonly anchors: readonly {
		readonly head: { readonly reports: number; readonly link: string; readonly readAt: UtcMs };
		readonly proofs: readonly { readonly source: string; readonly block: number | null; readonly provenAt: UtcMs | null }[];
	}[];
}

const WORDS = {
	en: {
		title: 'Proofs of the reports',
		about:
			'After each session outside witnesses stamp the end of the chain of reports. A stamped report can no longer be changed, removed or added unnoticed, not even by the operator of this server.',
		off: 'Witnesses are turned off on this server.',
		since: (time: string) => `Stamped since ${time}.`,
		none: 'No report has been stamped yet.',
		columns: ['Proof of the day', 'Reports', 'Link of the newest report', 'Existed before', 'By'],
		waiting: 'waiting for its Bitcoin block',
		block: (height: number) => `Bitcoin block ${height}`,
		tools: 'Keep a copy of heads.txt: it shows a chain that was replaced later. The program verify.py checks proofs without this server.',
		key: 'public key',
	},
	de: {
		title: 'Nachweise der Berichte',
		about:
			'Nach jedem Handelstag stempeln externe Zeugen das Ende der Berichtskette. Ein gestempelter Bericht kann nicht mehr unbemerkt geändert, entfernt oder hinzugefügt werden, auch nicht vom Betreiber dieses Servers.',
		off: 'Auf diesem Server sind Zeugen ausgeschaltet.',
		since: (time: string) => `Gestempelt seit ${time}.`,
		none: 'Noch kein Bericht wurde gestempelt.',
		columns: ['Nachweis des Tages', 'Berichte', 'Glied des neuesten Berichts', 'Existierte vor', 'Laut'],
		waiting: 'wartet auf seinen Bitcoin-Block',
		block: (height: number) => `Bitcoin-Block ${height}`,
		tools:
			'Bewahren Sie eine Kopie von heads.txt auf: Sie zeigt eine später ersetzte Kette. Das Programm verify.py prüft Nachweise ohne diesen Server.',
		key: 'öffentlicher Schlüssel',
	},
} as const;

const STYLE =
	'body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1a1d24;background:#f4f5f7}header a,td a{display:inline-block;padding:10px 0}td a{margin:-10px 0}main{background:#fff;border-radius:10px;padding:1.5rem;overflow-x:auto}h1{margin:0 0 1rem;font-size:1.4rem;line-height:1.25}table{border-collapse:collapse;width:100%}th,td{padding:.5rem .75rem .5rem 0;text-align:left;vertical-align:top;border-bottom:1px solid #d5d9e0}td:nth-child(2){font-variant-numeric:tabular-nums}code{font-size:.8rem;overflow-wrap:anywhere}a{color:#1f6f8b}@media(max-width:640px){main{padding:1rem}thead{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}table,tbody,tr,td{display:block}tr{padding:.75rem 0;border-bottom:1px solid #d5d9e0}td{padding:0;border:0;overflow-wrap:anywhere}td::before{content:attr(data-name) ": ";font-weight:600}}@media(prefers-color-scheme:dark){body{color:#e8eaee;background:#12141a}main{background:#1c1f27}th,td,tr{border-color:#343945}a{color:#7cc4dd}}';

/** Content policy of the page, which has no script and only the styles of STYLE. */
export const PROOF_POLICY = staticPolicy([], [createHash('sha256').update(STYLE).digest('base64')]);

/** Renders the public page that lists the stamped heads of the chain of reports. */
export function renderProofPage({ language, stampedSince, anchors }: ProofPage): string {
	const words = WORDS[language];
	const rows = anchors.flatMap(({ head, proofs }) =>
		proofs.map(({ source, block, provenAt }) => {
			const witness = block === null ? new URL(source).hostname : words.block(block);
			const provenText = provenAt === null ? words.waiting : timeText(provenAt);
			const date = newYorkDate(head.readAt);
			const cells = [
				`<a href="/proof/${date}.proof">${date}</a>`,
				head.reports,
				`<code>${head.link}</code>`,
				provenText,
				escapeHtml(witness),
			];
			return `<tr role="row">${cells.map((cell, at) => `<td role="cell" data-name="${words.columns[at]}">${cell}</td>`).join('')}</tr>`;
		}),
	);
	const headerCells = words.columns.map((name) => `<th role="columnheader" scope="col">${name}</th>`).join('');
	const table =
		rows.length > 0
			? `<table role="table"><thead role="rowgroup"><tr role="row">${headerCells}</tr></thead><tbody role="rowgroup">${rows.join('')}</tbody></table>`
			: `<p>${words.none}</p>`;
	const links = `<a href="/heads.txt">heads.txt</a> · <a href="/verify.py">verify.py</a> · <a href="/.well-known/signalwheel-key">${words.key}</a>`;
	return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${words.title} - Signalwheel</title><style>${STYLE}</style></head>
<body><header><a href="/">Signalwheel</a></header><main><h1>${words.title}</h1><p>${words.about}</p><p>${stampedSince === undefined ? words.off : words.since(timeText(stampedSince))}</p>
<p>${words.tools} ${links}</p>${table}</main></body></html>
`;
}

/** Formats a time, rounded up to the next second, because the report is only proven to have existed before that second. */
function timeText(time: UtcMs): string {
	return `${isoSeconds((Math.ceil(time / 1000) * 1000) as UtcMs)
		.slice(0, 19)
		.replace('T', ' ')} UTC`;
}

function escapeHtml(text: string): string {
	return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
