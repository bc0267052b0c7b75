from tests.formats import SENTENCES, FormatCase

BEGIN = b'[{"id":1,"data":{"text":"Land ho"},"annotations":[{"completed_by":1,"result":['
PARAGRAPHS = (
    b'[{"id":0,"data":{%s},"annotations":[{"completed_by":1,"result":[{"type":"paragraphlabels","value":'
    b'{"start":"0","end":"7","startOffset":0,"endOffset":1,"paragraphlabels":["A"]}}]}]}]'
)
TITLED = b'{"id":%d,"data":{"text":"Land ho","title":"log"},"annotations":[{"completed_by":1,"result":[]}]}'
LABEL_STUDIO = FormatCase(
    name="label-studio",
    file="a.json",
    sound=(
        b'[{"id":1,"data":{"text":"Land ho"},"annotations":[{"completed_by":1,"result":[{"type":"labels",'
        b'"from_name":"l","to_name":"t","value":{"start":0,"end":4,"text":"Land","labels":["A"]}},'
        b'{"type":"labels","from_name":"l","to_name":"t","value":{"start":5,"end":7,"text":"ho",'
        b'"labels":["B"]}},{"type":"choices","from_name":"c","to_name":"t","value":{"choices":["x"]}}]}]}]'
    ),
    changes=[
        (b'"start":5,', b""),
        (b'"end":7', b'"end":6.5'),
        (b'"end":4,"text":"Land"', b'"end":3.5'),
        (b'"completed_by":1', b'"completed_by":{"e-mail":"x"}'),
        (b'"to_name":"t"', b'"to_name":"u"'),
        (b'"end":4', b'"end":1' + b"0" * 400),
        (b"Land ho", b"Land \\ud800"),
    ],
    broken=[
        BEGIN + b"]}]}",
        BEGIN + b'{"type":"labels","value":{"start":0,"end":99,"labels":["A"]}}]}]}]',
        BEGIN + b'{"type":"labels","value":{"start":"/p[1]","end":"/p[2]"}}]}]}]',
        BEGIN + b'{"type":"labels","value":{"start":[],"end":2}}]}]}]',
        BEGIN + b'{"type":"labels","value":{}}]}]}]',
        BEGIN + b']}]},{"id":1,"data":{"text":"Land ho"},"annotations":[{"completed_by":1,"result":[]}]}]',
        b'[{"data":{"text":"a"},"annotations":[]}]',
        b'[{"id":1,"data":{"text":"a"},"annotations":[]}]',
        b'[{"id":1,"data":{"a":"x","b":"y"},"annotations":[{"result":[]}]}]',
        b'[{"id":1,"data":{"text":""},"annotations":[{"result":[]}]}]',
        b'[{"id":1,"data":{"audio":"/data/a.wav"},"annotations":[{"result":[]}]}]',
        PARAGRAPHS % b'"one":[{"text":"Land ho"}],"other":[{"text":"Land ho"}]',
        PARAGRAPHS % b'"dialogue":[{"text":"Land ho"}]',
        (b"[%s,%s]" % (TITLED % 0, TITLED % 1), None, "a.json", {"name_by": "title"}),
    ],
    fixtures=[
        ("label-studio/text.json", {"unit": "character"}, {"7": {"1": [35, 40], "ben@example.org": [35, 15, 25]}}),
        ("label-studio/text.json", {"unit": "sentence"}, {"7": {"1": [2, 2], "ben@example.org": [2, 1, 1]}}),
        ("label-studio/emoji.json", {"unit": "character"}, {"8": {"1": [15, 14], "2": [15, 9, 5]}}),
        ("label-studio/audio.json", {"resolution": 0.1}, {"9": {"1": [45, 80], "2": [45, 80]}}),
        ("label-studio/hypertext.json", {"unit": "character"}, {"1": {"1": [3, 5, 3, 12, 17], "2": [11, 16, 4, 9]}}),
    ],
    texts=[
        ("label-studio/text.json", {"unit": "sentence"}, {"7": SENTENCES}),
        (
            "label-studio/text.json",
            {"unit": "paragraph", "snap_limit": 40},
            {"7": ("The sea was calm. We left at dawn. The wind rose. Waves broke over the bow.",)},
        ),
    ],
    labels=[("label-studio/text.json", {"unit": "character"}, "7", "ben@example.org", [(35, "Wind"), (50, "Wind")])],
)
