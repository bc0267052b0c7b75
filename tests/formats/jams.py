from tests.formats import FormatCase

BEGIN = b'{"annotations":[{"namespace":"segment_open","data":[{"time":'
JAMS = FormatCase(
    name="jams",
    file="a.jams",
    sound=(
        b'{"annotations":[{"namespace":"segment_open","data":[{"time":0,"duration":4,"value":"a"}]},'
        b'{"namespace":"segment_open","data":[{"time":0,"duration":5,"value":"b"}]},{"namespace":"beat",'
        b'"data":[]}],"file_metadata":{"duration":10}}'
    ),
    changes=[
        (b'"data":', b'"annotation_metadata":{"annotator":{"name":{}}},"data":'),
        (b'"namespace":"beat",', b""),
        (b'{"duration":10}', b'{"duration":1e999}'),
        (b'{"duration":10}', b'{"duration":4.5}'),
    ],
    broken=[
        BEGIN + b'0,"duration":20,"value":"a"}]}],"file_metadata":{"duration":10}}',
        BEGIN + b'"0","duration":2,"value":"a"}]}],"file_metadata":{"duration":10}}',
        BEGIN + b'0,"duration":2,"value":"a"}]}],"file_metadata":{"duration":"10"}}',
        BEGIN + b'0,"duration":2,"value":"a"}]}],"file_metadata":{"duration":-10}}',
        BEGIN + b'0,"duration":2,"value":"a"}]}],"file_metadata":{"duration":1e300}}',
        BEGIN + b'0,"duration":NaN,"value":"a"}]}],"file_metadata":{"duration":10}}',
        b'{"annotations":[{"namespace":"beat","data":[]}]}',
        BEGIN.replace(b"segment_open", b"multi_segment")
        + b'0,"duration":1,"value":"A"}]}],"file_metadata":{"duration":4}}',
    ],
    fixtures=[("jams/song.jams", {"resolution": 0.5}, {"song": {"ann": [8, 12], "The Curator": [9, 11]}})],
    labels=[("jams/song.jams", {"resolution": 1}, "song", "ann", [(4, "chorus")])],
)
