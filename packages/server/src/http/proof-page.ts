import { isoSeconds } from '@sw/domain/time/format';
import type { UtcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';

export interface ProofPage {
	readonly language: 'en' | 'de';
	/** Since when the chain is stamped; undefined: it isn't. */
	readonly since: UtcMs | undefined;
	/** Newest first. */
	readonly anchors: readonly {
		readonly head: { readonly reports: number; readonly link: string; readonly at: UtcMs };
		readonly proofs: readonly { readonly source: string; readonly block: number | null; readonly provenAt: UtcMs | null }[];
	}[];
}

const WORDS = {
	en: {
		title: 'Proofs of the reports',
		about:
			'After each session outside witnesses stamp the end of the chain of reports. A report that they have stamped can no longer be changed, removed or added without notice, not even by the owner of this server.',
		off: 'On this server witnesses are switched off.',
		since: (time: string) => `Stamped since ${time}.`,
		none: 'No report has been stamped yet.',
		columns: ['Proof of the day', 'Reports', 'Link of the newest', 'Existed before', 'By'],
		waiting: 'waiting for its Bitcoin block',
		block: (height: number) => `Bitcoin block ${height}`,
		tools: 'Keep a copy of heads.txt: it shows a chain that was replaced later. The programme verify.py checks proofs without this server.',
		key: 'public key',
	},
	de: {
		title: 'Nachweise der Berichte',
		about:
			'Nach jedem Handelstag stempeln externe Zeugen das Ende der Berichtskette. Ein gestempelter Bericht kann nicht mehr unbemerkt geändert, entfernt oder hinzugefügt werden, auch nicht vom Betreiber dieses Servers.',
		off: 'Auf diesem Server sind Zeugen ausgeschaltet.',
		since: (time: string) => `Gestempelt seit ${time}.`,
		none: 'Noch kein Bericht wurde gestempelt.',
		columns: ['Nachweis des Tages', 'Berichte', 'Glied des neuesten', 'Existierte vor', 'Laut'],
		waiting: 'wartet auf seinen Bitcoin-Block',
		block: (height: number) => `Bitcoin-Block ${height}`,
		tools:
			'Bewahren Sie eine Kopie von heads.txt auf: Sie zeigt eine später ersetzte Kette. Das Programm verify.py prüft Nachweise ohne diesen Server.',
		key: 'öffentlicher Schlüssel',
	},
} as const;

/** The public page that lists the stamped heads; it needs no script. */
export function proofPage({ language, since, anchors }: ProofPage): string {
	const words = WORDS[language];
	const rows = anchors.flatMap(({ head, proofs }) =>
		proofs.map(({ source, block, provenAt }) => {
			const by = block === null ? new URL(source).hostname : words.block(block);
			const before = provenAt === null ? words.waiting : clock(provenAt);
			const date = newYorkDate(head.at);
			return `<tr><td><a href="/proof/${date}.proof">${date}</a></td><td>${head.reports}</td><td><code>${head.link}</code></td><td>${before}</td><td>${escaped(by)}</td></tr>`;
		}),
	);
	const head = words.columns.map((name) => `<th scope="col">${name}</th>`).join('');
	const table = rows.length > 0 ? `<table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>` : `<p>${words.none}</p>`;
	const links = `<a href="/heads.txt">heads.txt</a> · <a href="/verify.py">verify.py</a> · <a href="/.well-known/signalwheel-key">${words.key}</a>`;
	return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${words.title} - Signalwheel</title></head>
<body><main><h1>${words.title}</h1><p>${words.about}</p><p>${since === undefined ? words.off : words.since(clock(since))}</p>
<p>${words.tools} ${links}</p>${table}</main></body></html>
`;
}

/** Rounded up: what is proven is 'before'. */
function clock(time: UtcMs): string {
	return `${isoSeconds((Math.ceil(time / 1000) * 1000) as UtcMs)
		.slice(0, 19)
		.replace('T', ' ')} UTC`;
}

function escaped(text: string): string {
	return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
