/** The index page of a filing at the SEC. */
export function filingPage({ cik, accession }: { cik: number; accession: string }): string {
	return `https://www.sec.gov/Archives/edgar/data/${cik}/${accession.replaceAll('-', '')}/${accession}-index.htm`;
}
