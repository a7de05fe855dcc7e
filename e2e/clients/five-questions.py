"""The five questions of docs/api.md, asked by the client that OpenAPI Generator makes of the document."""
import os
import signalwheel

settings = signalwheel.Configuration(host=os.environ["SIGNALWHEEL"])
settings.access_token = os.environ["KEY"]
# This generator can't validate values of several types. The generated code uses the default settings for answers.
settings.client_side_validation = False
signalwheel.Configuration.set_default(settings)

with signalwheel.ApiClient(settings) as client:
    lists = signalwheel.ListsAndTickersApi(client)
    now = lists.sector_charts(tab_type="extreme_rise", max=20)
    print("now:", now.report.time, now.total_count, [card.ticker for card in now.items])
    reports = lists.sector_chart_history_dates("2026-06-26", "2026-06-29", max=1)
    date = reports.items[0].date.strftime("%Y-%m-%dT%H:%M:%SZ")
    then = lists.sector_chart_history(date, tab_type="extreme_rise")
    print("then:", then.report.time, then.total_count)
    ticker = now.items[0].ticker_id
    print("why:", [(term.key, term.points) for term in lists.sector_chart(ticker, tab_type="extreme_rise").why])
    print("how:", len(lists.sector_chart_trail(ticker).time), "reports")
    after = signalwheel.ResearchApi(client).validation_occurrences(conditions=["price_short.one_hour.2"], horizons=[4])
    print("after:", after.counts.all, "occurrences,", after.counts.open, "open")
    file = lists.sector_chart_export(tab_type="extreme_rise", format="csv", _preload_content=False)
    print("all:", len(file.data), "bytes")
    assert now.total_count > 0 and after.counts.all > 0 and len(file.data) > 0
